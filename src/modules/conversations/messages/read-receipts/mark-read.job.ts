import { Injectable, Logger } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { defineJob, JobHandler, type JobRun } from '../../../../core/jobs/job.js';
import { ChannelsService } from '../../../channels/connections/channels/channels.service.js';
import { ConnectionsService } from '../../../channels/connections/crud/connections.service.js';
import { authorOf } from '../queries/customer.queries.js';

/** Tells a customer that messages were read. */
export class MarkRead extends defineJob<{ connectionId: number; providerIds: string[] }>('mark-read') {}

const backoff = [5, 60];
@Injectable()
export class MarkReadHandler {
  private readonly logger = new Logger('Receipts');

  constructor(
    private readonly db: Db,
    private readonly channels: ChannelsService,
    private readonly connections: ConnectionsService,
  ) {}

  /** After the last attempt the failure is only logged, as a late receipt is useless. */
  @JobHandler(MarkRead, { transactional: false, backoff })
  async perform({ connectionId, providerIds }: MarkRead['payload'], { companyId = 0, attempt }: JobRun) {
    const providerId = providerIds?.at(-1);
    // a job stored by an earlier release
    if (providerId === undefined) return;
    try {
      const found = await this.db.runAs(companyId, async () => {
        const connection = await this.connections.forChannel(connectionId);
        const author = await this.db.row(authorOf(companyId, { connectionId, providerId }));
        return { connection, author: author?.number };
      });
      if (!found.author) return;
      await this.channels.get(found.connection.channel).markRead?.(found.connection, providerIds, found.author);
    } catch (error) {
      if (attempt <= backoff.length) throw error;
      this.logger.warn({ msg: 'read receipt not sent', connectionId, reason: String(error) });
    }
  }
}
