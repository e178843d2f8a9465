import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { Events } from '../../../../core/events/events.js';
import { defineJob, JobHandler, OnDiscard } from '../../../../core/jobs/job.js';
import { MessageStatusChanged, MessageStored } from '../messages.events.js';
import { failUncertain } from './delivery-status.queries.js';

/** Ends the wait for the status of an uncertain message: from then on an attendant decides whether to send it again. */
export class SettleUncertain extends defineJob<{ messageId: number }>('settle-uncertain') {}

@Injectable()
export class SettleUncertainHandler {
  constructor(
    private readonly db: Db,
    private readonly events: Events,
  ) {}

  @JobHandler(SettleUncertain)
  @OnDiscard(SettleUncertain)
  async perform({ messageId }: SettleUncertain['payload']): Promise<void> {
    const { companyId } = this.db;
    const settled = await this.db.run(failUncertain(companyId, messageId));
    if (settled === 0) return;
    this.events.emit(new MessageStored({ companyId, messageId, action: 'update' }));
    this.events.emit(new MessageStatusChanged({ companyId, messageId, status: 'failed', ack: 0 }));
  }
}
