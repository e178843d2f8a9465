import { Injectable } from '@nestjs/common';
import { InTransaction, OnEvent } from '../../core/events/event.js';
import { AutomaticAnswersStopped, MessageReceived } from '../messages/messages.events.js';
import { TicketTransferring } from '../tickets/tickets.events.js';
import { Chatbot } from './chatbot.service.js';

@Injectable()
export class ChatbotListener {
  constructor(private readonly chatbot: Chatbot) {}

  /** After the commit, so that storing a message waits for nothing; those of a ticket in their order. */
  @OnEvent(MessageReceived, {
    when: ({ isGroup, assigned }) => !isGroup && !assigned,
    payload: ({ companyId, ticketId, messageId }) => ({ companyId, ticketId, messageId }),
    orderingKey: ({ ticketId }) => `bot:${ticketId}`,
    batched: true,
  })
  async messageReceived({ ticketId, messageId }: MessageReceived): Promise<void> {
    await this.chatbot.receive(ticketId, messageId);
  }

  @InTransaction(AutomaticAnswersStopped)
  async automaticAnswersStopped({ ticketId, reason }: AutomaticAnswersStopped): Promise<void> {
    await this.chatbot.responderStopped(ticketId, reason === 'transferred');
  }

  @InTransaction(TicketTransferring)
  async ticketTransferring({ ticket }: TicketTransferring): Promise<void> {
    if (!ticket.isGroup) await this.chatbot.end(ticket);
  }
}
