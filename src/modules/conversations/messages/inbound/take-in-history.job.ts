import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { OnEvent } from '../../../../core/events/event.js';
import { defineJob, JobHandler, type JobRun, RetryLater } from '../../../../core/jobs/job.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import { PhoneHistoryComplete } from '../../../channels/connections/connections.events.js';
import { PhoneHistoryService } from '../../../channels/connections/inbox/phone-history.service.js';
import { InboundMessagesService } from './inbound-messages.service.js';

export class TakeInHistory extends defineJob<{ connectionId: number }>('take-in-history') {}

/** Stores the history of a phone that waits in the inbox, one customer after the other. */
@Injectable()
export class TakeInHistoryHandler {
  constructor(
    private readonly db: Db,
    private readonly jobs: Jobs,
    private readonly history: PhoneHistoryService,
    private readonly inbound: InboundMessagesService,
  ) {}

  @OnEvent(PhoneHistoryComplete)
  async complete({ connectionId }: PhoneHistoryComplete): Promise<void> {
    // not by key: what arrives while a job ends needs another one
    await this.jobs.add(TakeInHistory, { connectionId }, { orderingKey: `history:${connectionId}`, priority: 'bulk' });
  }

  @JobHandler(TakeInHistory, { transactional: false, backoff: [5, 60, 600] })
  async perform({ connectionId }: TakeInHistory['payload'], { companyId = 0, stopping }: JobRun): Promise<void> {
    const next = () => this.db.runAs(companyId, () => this.history.next(connectionId));
    for (let waiting = await next(); waiting; waiting = await next()) {
      if (stopping?.aborted) throw new RetryLater(0, 'The process stops');
      const { inboxIds, messageIds } = waiting;
      await this.db.runAs(companyId, () => this.inbound.process(inboxIds, messageIds));
    }
  }
}
