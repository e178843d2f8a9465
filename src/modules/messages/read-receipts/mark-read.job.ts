import { Injectable, Logger } from '@nestjs/common';
import { Db } from '../../../core/database/db.js';
import { defineJob, JobHandler, type JobRun } from '../../../core/jobs/job.js';
import { Channels } from '../../connections/channels/channels.service.js';
import { ConnectionsService } from '../../connections/connections.service.js';

/** Tells the customer that their message was read. */
export class MarkRead extends defineJob<{ connectionId: number; providerId: string }>('mark-read') {}

const backoff = [5, 60];

@Injectable()
export class MarkReadHandler {
  private readonly logger = new Logger('Receipts');

  constructor(
    private readonly db: Db,
    private readonly connections: ConnectionsService,
    private readonly channels: Channels,
  ) {}

  /** A receipt that is minutes late is of no use to anybody: three tries, and none of them waits for a person. */
  @JobHandler(MarkRead, { transactional: false, backoff })
  async perform({ connectionId, providerId }: MarkRead['payload'], { companyId = 0, attempt }: JobRun): Promise<void> {
    try {
      const connection = await this.db.runAs(companyId, () => this.connections.forChannel(connectionId));
      await this.channels.get(connection.channel).markRead?.(connection, providerId);
    } catch (error) {
      if (attempt <= backoff.length) throw error;
      this.logger.warn({ msg: 'read receipt given up', connectionId, reason: String(error) });
    }
  }
}
