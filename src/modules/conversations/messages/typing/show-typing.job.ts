import { Injectable, Logger } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { defineJob, JobHandler, type JobRun } from '../../../../core/jobs/job.js';
import { ChannelsService } from '../../../channels/connections/channels/channels.service.js';
import { ConnectionsService } from '../../../channels/connections/crud/connections.service.js';
import { lastInboundOf } from '../queries/customer.queries.js';

/** Shows the customer that an attendant is typing. */
export class ShowTyping extends defineJob<{ ticketId: number }>('show-typing') {}

@Injectable()
export class ShowTypingHandler {
  private readonly logger = new Logger('Typing');

  constructor(
    private readonly db: Db,
    private readonly channels: ChannelsService,
    private readonly connections: ConnectionsService,
  ) {}

  /** Not retried, as a late indicator would be wrong. */
  @JobHandler(ShowTyping, { transactional: false, backoff: [] })
  async perform({ ticketId }: ShowTyping['payload'], { companyId = 0 }: JobRun): Promise<void> {
    try {
      const found = await this.db.runAs(companyId, () => this.lastInbound(ticketId));
      if (!found) return;
      const { connection, providerId, from } = found;
      await this.channels.get(connection.channel).showTyping?.(connection, providerId, from);
    } catch (error) {
      this.logger.debug({ msg: 'typing not shown', ticketId, reason: String(error) });
    }
  }

  private async lastInbound(ticketId: number) {
    const row = await this.db.row(lastInboundOf(this.db.companyId, ticketId));
    return row && { ...row, connection: await this.connections.forChannel(row.connectionId) };
  }
}
