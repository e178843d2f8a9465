import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Context } from '../../../core/context.js';
import { Db } from '../../../core/database/db.js';
import { InTransaction } from '../../../core/events/event.js';
import type { InboundMessage } from '../../connections/channels/channel.js';
import { Channels } from '../../connections/channels/channels.service.js';
import { Settings } from '../../settings/settings.service.js';
import { TicketCycles } from '../../tickets/lifecycle/ticket-cycles.service.js';
import type { Ticket } from '../../tickets/ticket.entity.js';
import { TicketClosing } from '../../tickets/tickets.events.js';
import { AutomaticMessages } from '../outbound/automatic-messages.service.js';
import {
  defaultQuestion,
  parseRating,
  parseRatingButton,
  questionAsButtons,
  questionAsText,
  type Rating,
} from './rating-scale.js';

/** A customer's message that rates an attendance. */
export interface RatingReply {
  readonly ticketId: number;
  readonly cycleId: number;
  readonly rating: Rating;
  /** They said so before, and may say it anew. */
  readonly isRepeated: boolean;
}

interface Asked {
  ticketId: number;
  cycleId: number;
  rating: number | null;
  /** Something else was said to the customer since, or the question never reached them. */
  passed: boolean;
}

/** Meta's bound for a text with buttons. */
const mostInButtons = 1024;

/**
 * The last word of a closed conversation: with `userRating` the question how it was, and the completion message once it is
 * answered; otherwise the completion message (behaviour.md §4).
 */
@Injectable()
export class Ratings {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly settings: Settings,
    private readonly channels: Channels,
    private readonly cycles: TicketCycles,
    private readonly automaticMessages: AutomaticMessages,
  ) {}

  /**
   * What the message rates: a reply of 1 to 3 within half an hour of the question. A button names its attendance; words and
   * numbers count as long as nothing else was said to the customer, as they might answer that. The lock is that of whoever
   * closes or reopens the conversation; the caller holds it on.
   */
  async matchReply(contactId: number, connectionId: number, event: InboundMessage): Promise<RatingReply | undefined> {
    if (event.fromMe || event.group || event.media) return undefined;
    const pressed = parseRatingButton((event.data?.['reply'] as { id?: unknown } | undefined)?.id);
    const said = event.type === 'chat' || event.type === 'interactive' ? parseRating(event.body) : undefined;
    const rating = pressed?.rating ?? said;
    if (rating === undefined) return undefined;
    const { companyId } = this.context;
    await this.db.lock('conversation', companyId, contactId, connectionId);
    const asked = await this.db.row<Asked>(sql`
  select y.ticket_id as "ticketId", y.id as "cycleId", y.rating, coalesce(
      last.created_at <> y.rating_asked_at and last.created_at is distinct from y.rated_at
      or last.created_at = y.rating_asked_at and last.status in ('failed', 'withdrawn'), false) as passed
  from (select id, contact_id, whatsapp_id from tickets where company_id = ${companyId} and contact_id = ${contactId}
    and whatsapp_id = ${connectionId} order by id desc limit 3) t
  join ticket_cycles y on y.company_id = ${companyId} and y.ticket_id = t.id
  left join lateral (
    select m.created_at, m.status from messages m where m.company_id = y.company_id and m.contact_id = t.contact_id
      and m.whatsapp_id = t.whatsapp_id and m.from_me order by m.id desc limit 1) last on true
  where y.rating_asked_at is not null and (${pressed?.cycleId ?? null}::bigint is null
    or y.id = ${pressed?.cycleId ?? null})
    and to_timestamp(${event.timestamp}::float8 / 1000) >= date_trunc('second', y.rating_asked_at)
    and to_timestamp(${event.timestamp}::float8 / 1000) <= y.rating_asked_at + interval '30 minutes'
  order by y.rating_asked_at desc limit 1`);
    if (!asked || (!pressed && asked.passed)) return undefined;
    return { ticketId: asked.ticketId, cycleId: asked.cycleId, rating, isRepeated: asked.rating !== null };
  }

  /** In the transaction that stored the reply. The customer is thanked once, and the last reply in time counts. */
  async recordReply({ ticketId, cycleId, rating, isRepeated: again }: RatingReply): Promise<void> {
    await this.cycles.rate(cycleId, rating);
    if (!again) await this.automaticMessages.sendCompletionMessage(ticketId);
  }

  @InTransaction(TicketClosing)
  async ticketClosing({ ticket }: TicketClosing): Promise<void> {
    if (ticket.isGroup || !(await this.settings.isEnabled('userRating')))
      await this.automaticMessages.sendCompletionMessage(ticket.id);
    else await this.sendQuestion(ticket);
  }

  private async sendQuestion(ticket: Ticket): Promise<void> {
    const question = await this.automaticMessages.fillRatingMessage(ticket.id, defaultQuestion);
    if (question === undefined) return;
    const cycleId = await this.cycles.recordRatingRequest(ticket.id);
    if (cycleId === undefined) return;
    const buttons = this.channels.get(ticket.channel).capabilities.buttons && question.length <= mostInButtons;
    if (buttons) await this.automaticMessages.sendInteractive(ticket, question, questionAsButtons(cycleId));
    else await this.automaticMessages.sendText(ticket, questionAsText(question));
  }
}
