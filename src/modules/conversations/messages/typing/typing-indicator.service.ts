import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../core/clock.js';
import { Db } from '../../../../core/database/db.js';
import { Events } from '../../../../core/events/events.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import { ChannelsService } from '../../../channels/connections/channels/channels.service.js';
import { TicketsService } from '../../tickets/crud/tickets.service.js';
import { CustomerServiceWindowService } from '../../tickets/lifecycle/customer-service-window.service.js';
import { AttendantTyping } from '../messages.events.js';
import { ShowTyping } from './show-typing.job.js';

@Injectable()
export class TypingIndicatorService {
  constructor(
    private readonly db: Db,
    private readonly clock: Clock,
    private readonly events: Events,
    private readonly jobs: Jobs,
    private readonly channels: ChannelsService,
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
}
