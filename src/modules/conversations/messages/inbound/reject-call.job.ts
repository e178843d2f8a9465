import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../../../core/clock.js';
import { Db } from '../../../../core/database/db.js';
import { defineJob, JobHandler, type JobRun } from '../../../../core/jobs/job.js';
import { ChannelsService } from '../../../channels/connections/channels/channels.service.js';
import { ConnectionsService } from '../../../channels/connections/crud/connections.service.js';

/** Rejects a customer's call with the provider. */
export class RejectCall extends defineJob<{ connectionId: number; callId: string; calledAt: number }>('reject-call') {}

/** Calls ring no longer than this. */
const maxRingMs = 60_000;

@Injectable()
export class RejectCallHandler {
  private readonly logger = new Logger('Calls');

  constructor(
    private readonly db: Db,
    private readonly clock: Clock,
    private readonly channels: ChannelsService,
    private readonly connections: ConnectionsService,
  ) {}

  /** A failure needs no further attempts: the call has ended or will end by itself. */
  @JobHandler(RejectCall, { transactional: false, backoff: [1, 3] })
  async perform(
    { connectionId, callId, calledAt }: RejectCall['payload'],
    { companyId = 0, attempt }: JobRun,
  ): Promise<void> {
    if (this.clock.now().getTime() - calledAt > maxRingMs) return;
    const connection = await this.db.runAs(companyId, () => this.connections.forChannel(connectionId));
    const outcome = await this.channels.get(connection.channel).rejectCall?.(connection, callId);
    if (!outcome || outcome.ok) return;
    if (outcome.kind === 'retry' && attempt <= 2) throw new Error(`${outcome.code} ${outcome.text.en}`);
    this.logger.warn({ msg: 'call not rejected', connectionId, code: outcome.code });
  }
}
