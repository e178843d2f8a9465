import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../../../core/clock.js';
import { Db } from '../../../../core/database/db.js';
import { Events } from '../../../../core/events/events.js';
import { defineJob, JobHandler, type JobRun } from '../../../../core/jobs/job.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import { ChannelsService } from '../../../channels/connections/channels/channels.service.js';
import { ConnectionsService } from '../../../channels/connections/crud/connections.service.js';
import { TicketsService } from '../../tickets/crud/tickets.service.js';
import { CustomerServiceWindowService } from '../../tickets/lifecycle/customer-service-window.service.js';
import { AttendantTyping } from '../messages.events.js';
import { lastInboundOf } from '../queries/customer.queries.js';

export class ShowTyping extends defineJob<{ ticketId: number }>('show-typing') {}

@Injectable()
export class TypingIndicatorService {
  private readonly logger = new Logger('Typing');

  constructor(
    private readonly db: Db,
    private readonly clock: Clock,
    private readonly events: Events,
    private readonly jobs: Jobs,
    private readonly channels: ChannelsService,
    private readonly connections: ConnectionsService,
    private readonly tickets: TicketsService,
    private readonly windows: CustomerServiceWindowService,
  ) {}

  /** Does nothing when the window is closed or the ticket not open. @throws 422 if the channel has no indicator */
  async show(ticketId: number): Promise<void> {
    const ticket = await this.tickets.get(ticketId);
    const channel = this.channels.get(ticket.channel);
    this.channels.assertCan(ticket.channel, 'typing');
    if (ticket.status !== 'open' || !this.windows.isOpen(ticket.windowUntil)) return;
    this.events.emit(
      new AttendantTyping({ companyId: this.db.companyId, ticketId, at: this.clock.now().toISOString() }),
    );
    if (channel.showTyping) await this.jobs.add(ShowTyping, { ticketId }, { key: `typing:${ticketId}` });
  }

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
