import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { InTransaction } from '../../../../core/events/event.js';
import type { InboundMessage } from '../../../channels/connections/channels/channel.js';
import { ChannelsService } from '../../../channels/connections/channels/channels.service.js';
import { SettingsService } from '../../../people/settings/crud/settings.service.js';
import { isBotPaused } from '../../tickets/bot.policy.js';
import { TicketCyclesService } from '../../tickets/lifecycle/ticket-cycles.service.js';
import type { Ticket } from '../../tickets/ticket.entity.js';
import { TicketClosing } from '../../tickets/tickets.events.js';
import { AutomaticMessagesService } from '../outbound/automatic-messages.service.js';
import {
  defaultQuestion,
  parseRating,
  parseRatingButton,
  questionAsButtons,
  questionAsText,
  type Rating,
} from './rating-scale.js';
import { openQuestion } from './ratings.queries.js';

export interface RatingReply {
  readonly ticketId: number;
  readonly cycleId: number;
  readonly rating: Rating;
  /** The customer has rated this cycle before, or an attendant has written since: no completion message is sent. */
  readonly isAnswered: boolean;
}

/** Meta's limit of characters in a text with buttons. */
const maxButtonTextLength = 1024;

/**
 * Asks for a rating when a ticket is closed (setting `userRating`) and sends the completion message after the reply.
 * Without the setting the completion message is sent when the ticket is closed (behaviour.md §4).
 */
@Injectable()
export class RatingsService {
  constructor(
    private readonly db: Db,
    private readonly settings: SettingsService,
    private readonly channels: ChannelsService,
    private readonly cycles: TicketCyclesService,
    private readonly automaticMessages: AutomaticMessagesService,
  ) {}

  /**
   * Reads a rating from 1 to 3 in a reply within half an hour of the question. A button names its cycle; a text counts
   * only while the question is the last message to the customer. Locks the ticket until the commit.
   */
  async matchReply(contactId: number, connectionId: number, event: InboundMessage): Promise<RatingReply | undefined> {
    if (event.fromMe || event.group || event.media) return undefined;
    const buttonRating = parseRatingButton((event.data?.['reply'] as { id?: unknown } | undefined)?.id);
    const textRating = event.type === 'chat' || event.type === 'interactive' ? parseRating(event.body) : undefined;
    const rating = buttonRating?.rating ?? textRating;
    if (rating === undefined) return undefined;
    const { companyId } = this.db;
    await this.db.lock('conversation', companyId, contactId, connectionId);
    const question = await this.db.row(
      openQuestion(
        { companyId, contactId, connectionId },
        { cycleId: buttonRating?.cycleId ?? null, timestamp: event.timestamp },
      ),
    );
    if (!question || (!buttonRating && question.isSuperseded)) return undefined;
    return {
      ticketId: question.ticketId,
      cycleId: question.cycleId,
      rating,
      isAnswered: question.rating !== null || isBotPaused(question),
    };
  }

  /** To be called in the transaction that stored the reply. Only the first rating gets a completion message. */
  async recordReply({ ticketId, cycleId, rating, isAnswered }: RatingReply): Promise<void> {
    await this.cycles.rate(cycleId, rating);
    if (!isAnswered) await this.automaticMessages.sendCompletionMessage(ticketId);
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
    const buttons = this.channels.get(ticket.channel).capabilities.buttons && question.length <= maxButtonTextLength;
    if (buttons) await this.automaticMessages.sendInteractive(ticket, question, questionAsButtons(cycleId));
    else await this.automaticMessages.sendText(ticket, questionAsText(question));
  }
}
