import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { InTransaction } from '../../../../core/events/event.js';
import { QueueRemoving } from '../../../people/queues/queues.events.js';
import { clearQueueOfPrompts } from './prompts.queries.js';

@Injectable()
export class PromptsListener {
  constructor(private readonly db: Db) {}

  /** The department's prompts are not removed; they only lose it. */
  @InTransaction(QueueRemoving)
  async queueRemoving({ queueId }: QueueRemoving): Promise<void> {
    await this.db.run(clearQueueOfPrompts(this.db.companyId, queueId));
  }
}
