import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Clock } from '../../../core/clock.js';
import { Context } from '../../../core/context.js';
import { Db } from '../../../core/database/db.js';
import { Events } from '../../../core/events/events.js';
import { Jobs } from '../../../core/jobs/jobs.js';
import { Channels } from '../../connections/channels/channels.service.js';
import { connectionErrors } from '../../connections/connections.errors.js';
import { CustomerServiceWindow } from '../../tickets/lifecycle/customer-service-window.service.js';
import type { TicketRow } from '../../tickets/tickets.queries.js';
import { TicketsService } from '../../tickets/tickets.service.js';
import { messageErrors, notAnEmoji } from '../messages.errors.js';
import { AttendantTyping } from '../messages.events.js';
import { MessageQueries, type MessageRow } from '../messages.queries.js';
import { ShowTyping } from '../typing/show-typing.job.js';
import { OwnReactions } from './own-reactions.service.js';
import { SendReaction } from './send-reaction.job.js';

/** What is said without words: reactions, and that somebody is writing. */
@Injectable()
export class Reactions {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly clock: Clock,
    private readonly events: Events,
    private readonly jobs: Jobs,
    private readonly channels: Channels,
    private readonly tickets: TicketsService,
    private readonly windows: CustomerServiceWindow,
    private readonly rows: MessageQueries,
    private readonly ownReactions: OwnReactions,
  ) {}

  /** Reacts in the name of the company; null takes it back. @throws 404, 422 where the channel or the window does not allow it */
  async react(messageId: number, emoji: string | null): Promise<MessageRow> {
    const message = await this.db.row<{ ticketId: number; providerId: string | null; isDeleted: boolean }>(
      sql`select ticket_id as "ticketId", provider_id as "providerId", is_deleted as "isDeleted" from messages
       where company_id = ${this.context.companyId} and id = ${messageId}`,
    );
    if (!message) throw messageErrors.ERR_NO_MESSAGE_FOUND();
    const ticket = await this.tickets.get(message.ticketId);
    if (emoji !== null && !isEmoji(emoji)) throw notAnEmoji();
    this.assertAllowed(ticket, 'react');
    // what the provider does not know nobody can react to
    if (message.providerId === null || message.isDeleted) throw messageErrors.ERR_FETCH_WAPP_MSG();
    if (!this.windows.isOpen(await this.currentWindow(ticket))) throw messageErrors.ERR_WINDOW_CLOSED();
    const changed = await this.ownReactions.set(messageId, emoji);
    if (changed)
      await this.jobs.add(SendReaction, { messageId, emoji, ...changed }, { orderingKey: `react:${messageId}` });
    const [row] = await this.rows.byIds([messageId]);
    if (!row) throw messageErrors.ERR_NO_MESSAGE_FOUND();
    return row;
  }

  /** Shows the customer that somebody writes; outside of the window, or in a conversation that is not open, to nobody. */
  async typing(ticketId: number): Promise<void> {
    const ticket = await this.tickets.get(ticketId);
    this.assertAllowed(ticket, 'typing');
    if (ticket.status !== 'open' || !this.windows.isOpen(ticket.windowUntil)) return;
    this.events.emit(new AttendantTyping(this.context.companyId, ticketId, this.clock.now().toISOString()));
    if (this.channels.get(ticket.channel).showTyping)
      await this.jobs.add(ShowTyping, { ticketId }, { key: `typing:${ticketId}` });
  }

  /** Bubbles of an earlier conversation are answered in the newest one's window. */
  private async currentWindow(ticket: TicketRow): Promise<Date | null> {
    return this.windows.remaining(ticket.contactId, { id: ticket.whatsappId, channel: ticket.channel });
  }

  private assertAllowed(ticket: TicketRow, what: 'react' | 'typing'): void {
    if (!this.channels.get(ticket.channel).capabilities[what]) throw connectionErrors.ERR_CHANNEL_CANNOT();
  }
}

const segments = new Intl.Segmenter();

/** One emoji, with whatever skin, hair and flag it is joined of. */
function isEmoji(text: string): boolean {
  const pictured = /\p{Extended_Pictographic}|\p{Regional_Indicator}{2}|^[0-9#*]\ufe0f?\u20e3$/u.test(text);
  return pictured && [...segments.segment(text)].length === 1;
}
