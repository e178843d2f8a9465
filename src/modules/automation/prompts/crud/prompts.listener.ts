import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Db } from '../../../../core/database/db.js';
import { InTransaction } from '../../../../core/events/event.js';
import { QueueRemoving } from '../../../people/queues/queues.events.js';

@Injectable()
export class PromptsListener {
  constructor(private readonly db: Db) {}

  /** Its prompts stay. */
  @InTransaction(QueueRemoving)
  async queueRemoving({ queueId }: QueueRemoving): Promise<void> {
    await this.db.run(sql`update prompts set queue_id = null, updated_at = now()
      where company_id = ${this.db.companyId} and queue_id = ${queueId}`);
  }
}
