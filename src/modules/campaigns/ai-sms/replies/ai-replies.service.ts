import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { InTransaction } from '../../../../core/events/event.js';
import { Events } from '../../../../core/events/events.js';
import { MessageWriterService } from '../../../conversations/messages/history/message-writer.service.js';
import {
  type MessageReceived,
  MessageStored,
  MessagesReceived,
} from '../../../conversations/messages/messages.events.js';
import { TicketLifecycleService } from '../../../conversations/tickets/lifecycle/ticket-lifecycle.service.js';
import { TicketLocksService } from '../../../conversations/tickets/lifecycle/ticket-locks.service.js';
import { TicketChanged } from '../../../conversations/tickets/tickets.events.js';
import { AiSmsCampaignChanged } from '../ai-sms.events.js';
import { type AnsweredRecipient, answeredRecipients, markReplied } from './ai-replies.queries.js';

/** Replies to the first texts of AI campaigns. */
@Injectable()
export class AiRepliesService {
  constructor(
    private readonly db: Db,
    private readonly events: Events,
    private readonly locks: TicketLocksService,
    private readonly lifecycle: TicketLifecycleService,
    private readonly writer: MessageWriterService,
  ) {}

  /** The first reply adds the sent text to the conversation, which the prompt answers from now on. */
  @InTransaction(MessagesReceived)
  async messagesReceived({ messages }: MessagesReceived): Promise<void> {
    const received = messages.filter(({ isGroup }) => !isGroup);
    if (received.length === 0) return;
    for (const recipient of await this.db.rows(answeredRecipients(this.db.companyId, received))) {
      const message = received.find(({ contactId }) => contactId === recipient.contactId);
      if (message) await this.replied(message, recipient);
    }
  }

  private async replied(
    { companyId, ticketId, contactId, connectionId }: MessageReceived,
    { id, campaignId, promptId }: AnsweredRecipient,
  ): Promise<void> {
    const sent = await this.db.row(markReplied(companyId, id));
    if (!sent) return;
    const { messageId, sentAt, ...content } = sent;
    const message = { id: messageId, ticketId, contactId, connectionId, mediaType: 'chat', file: null, ...content };
    const data = { serviceCampaignId: campaignId };
    if (await this.writer.insertSent({ ...message, sentAt: new Date(sentAt), data }))
      this.events.emit(new MessageStored({ companyId, messageId, action: 'create' }));
    const ticket = await this.locks.lock(ticketId);
    if (ticket.userId === null && promptId !== null) {
      await this.lifecycle.setResponder(ticket, { promptId });
      this.events.emit(new TicketChanged({ companyId, ticketId }));
    }
    this.show(campaignId);
  }

  private show(campaignId: number): void {
    this.events.emit(
      new AiSmsCampaignChanged({ companyId: this.db.companyId, kind: 'ai', campaignId, action: 'update' }),
    );
  }
}
