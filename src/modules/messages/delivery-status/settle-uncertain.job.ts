import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Context } from '../../../core/context.js';
import { Db } from '../../../core/database/db.js';
import { Events } from '../../../core/events/events.js';
import { defineJob, JobHandler } from '../../../core/jobs/job.js';
import { OnDiscard } from '../../../core/jobs/on-discard.js';
import { MessageStored } from '../messages.events.js';

/** Ends the waiting for a status of a message nobody knows about: from here on a person decides. */
export class SettleUncertain extends defineJob<{ messageId: number }>('settle-uncertain') {}

@Injectable()
export class SettleUncertainHandler {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly events: Events,
  ) {}

  @JobHandler(SettleUncertain)
  @OnDiscard(SettleUncertain)
  async perform({ messageId }: SettleUncertain['payload']): Promise<void> {
    const { companyId } = this.context;
    const settled = await this.db.run(
      sql`update messages set status = 'failed', updated_at = now() where company_id = ${companyId}
       and id = ${messageId} and status = 'uncertain'`,
    );
    if (settled > 0) this.events.emit(new MessageStored(companyId, messageId, 'update'));
  }
}
