import { Injectable } from '@nestjs/common';
import { Db } from '../../core/database/db.js';
import { defineJob, JobHandler, type JobRun } from '../../core/jobs/job.js';
import { Channels } from '../connections/channels/channels.service.js';
import { ConnectionsService } from '../connections/connections.service.js';

/** Tells the customer that their message was read. */
export class MarkRead extends defineJob<{ connectionId: number; providerId: string }>('mark-read') {}

@Injectable()
export class MarkReadHandler {
  constructor(
    private readonly db: Db,
    private readonly connections: ConnectionsService,
    private readonly channels: Channels,
  ) {}

  /** A receipt that is minutes late is of no use: three tries. */
  @JobHandler(MarkRead, { transactional: false, backoff: [5, 60] })
  async perform({ connectionId, providerId }: MarkRead['payload'], { companyId = 0 }: JobRun): Promise<void> {
    const connection = await this.db.runAs(companyId, () => this.connections.forChannel(connectionId));
    await this.channels.get(connection.channel).markRead?.(connection, providerId);
  }
}
