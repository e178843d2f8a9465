import { Injectable, Logger } from '@nestjs/common';
import { sql } from 'kysely';
import { Context } from '../../../core/context.js';
import { Db } from '../../../core/database/db.js';
import { defineJob, JobHandler, type JobRun } from '../../../core/jobs/job.js';
import { Channels } from '../../connections/channels/channels.service.js';
import { ConnectionsService } from '../../connections/connections.service.js';

/** Tells the customer that somebody is writing. */
export class ShowTyping extends defineJob<{ ticketId: number }>('show-typing') {}

@Injectable()
export class ShowTypingHandler {
  private readonly logger = new Logger('Typing');

  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly connections: ConnectionsService,
    private readonly channels: Channels,
  ) {}

  /** Never tried again: by then it would be a lie. */
  @JobHandler(ShowTyping, { transactional: false, backoff: [] })
  async perform({ ticketId }: ShowTyping['payload'], { companyId = 0 }: JobRun): Promise<void> {
    try {
      const found = await this.db.runAs(companyId, () => this.lastInbound(ticketId));
      if (!found) return;
      const { connection, providerId } = found;
      await this.channels.get(connection.channel).showTyping?.(connection, providerId);
    } catch (error) {
      this.logger.debug({ msg: 'typing not shown', ticketId, reason: String(error) });
    }
  }

  private async lastInbound(ticketId: number) {
    const row = await this.db.row<{ connectionId: number; providerId: string }>(
      sql`select whatsapp_id as "connectionId", provider_id as "providerId" from messages
       where company_id = ${this.context.companyId} and ticket_id = ${ticketId} and not from_me
         and provider_id is not null order by id desc limit 1`,
    );
    return row && { connection: await this.connections.forChannel(row.connectionId), providerId: row.providerId };
  }
}
