import { Injectable } from '@nestjs/common';
import { Jobs } from '../../../../core/jobs/jobs.js';
import { ChannelsService } from '../../../channels/connections/channels/channels.service.js';
import { TicketsService } from '../../tickets/crud/tickets.service.js';
import { CustomerServiceWindowService } from '../../tickets/lifecycle/customer-service-window.service.js';
import { MessageReaderService } from '../history/message-reader.service.js';
import { messageErrors, notAnEmoji } from '../messages.errors.js';
import type { MessageRow } from '../queries/messages.queries.js';
import { ReactionStoreService } from './reaction-store.service.js';
import { SendReaction } from './send-reaction.job.js';

/** Each message has one reaction of the company, and one of each customer. */
@Injectable()
export class ReactionsService {
  constructor(
    private readonly jobs: Jobs,
    private readonly channels: ChannelsService,
    private readonly tickets: TicketsService,
    private readonly windows: CustomerServiceWindowService,
    private readonly rows: MessageReaderService,
    private readonly store: ReactionStoreService,
  ) {}

  /** Stores and sends the company's reaction; null removes it. @throws 404, 422 if channel or window do not allow it */
  async react(messageId: number, emoji: string | null): Promise<MessageRow> {
    const message = await this.rows.getStored(messageId);
    const ticket = await this.tickets.get(message.ticketId);
    if (emoji !== null && !isEmoji(emoji)) throw notAnEmoji();
    this.channels.assertCan(ticket.channel, 'react');
    // without its id the provider cannot find the message
    if (message.providerId === null || message.isDeleted) throw messageErrors.ERR_FETCH_WAPP_MSG();
    // for messages of earlier tickets the window of the newest ticket counts
    const window = await this.windows.remaining(ticket.contactId, { id: ticket.whatsappId, channel: ticket.channel });
    if (!this.windows.isOpen(window)) throw messageErrors.ERR_WINDOW_CLOSED();
    const previous = await this.store.replaceOwn(messageId, emoji);
    if (previous !== undefined)
      await this.jobs.add(SendReaction, { messageId, emoji, previous }, { orderingKey: `react:${messageId}` });
    return this.rows.get(messageId);
  }
}

const segments = new Intl.Segmenter();

/** Whether the text is exactly one emoji; skin tones, joined sequences and flags count as one. */
export function isEmoji(text: string): boolean {
  const pictured = /\p{Extended_Pictographic}|\p{Regional_Indicator}{2}|^[0-9#*]\ufe0f?\u20e3$/u.test(text);
  return pictured && [...segments.segment(text)].length === 1;
}
