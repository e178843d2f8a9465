import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Context } from '../../../core/context.js';
import { Db } from '../../../core/database/db.js';
import { OnEvent } from '../../../core/events/event.js';
import { ConnectionSendingChanged } from '../../connections/connections.events.js';
import { SendMessage } from './send-message.job.js';

/** Messages that wait for their connection learn at once that it goes on, or that it will not. */
@Injectable()
export class WaitingMessages {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
  ) {}

  @OnEvent(ConnectionSendingChanged)
  async flows({ connectionId }: ConnectionSendingChanged): Promise<void> {
    await this.db.run(
      sql`update outbox_jobs set run_at = now() + random() * interval '2 seconds'
       where company_id = ${this.context.companyId} and name = ${SendMessage.jobName} and failed_at is null
         and leased_until is null and run_at > now() + interval '2 seconds'
         and starts_with(lane, ${`send:${connectionId}:`})`,
    );
  }
}
