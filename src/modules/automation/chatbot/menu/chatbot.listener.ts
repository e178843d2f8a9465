import { Injectable } from '@nestjs/common';
import { InTransaction, OnEventBatch } from '../../../../core/events/event.js';
import { Answers } from '../../../../core/events/port.js';
import {
  AutomaticAnswersEnding,
  AutomaticAnswersStopped,
  MessageReceived,
  menuChoice,
  type PossibleChoice,
} from '../../../conversations/messages/messages.events.js';
import { TicketGivenToBot, TicketTransferring } from '../../../conversations/tickets/tickets.events.js';
import { ChatbotService } from './chatbot.service.js';

@Injectable()
export class ChatbotListener {
  constructor(private readonly chatbot: ChatbotService) {}

  /** Handled after the commit, so that storing a message does not wait; messages of a ticket keep their order. */
  @OnEventBatch(MessageReceived, {
    when: ({ isGroup, assigned, optsOut }) => !isGroup && !assigned && !optsOut,
    payload: ({ companyId, ticketId, messageId }) => ({ companyId, ticketId, messageId }),
    orderingKey: ({ ticketId }) => `bot:${ticketId}`,
    batch: 25,
  })
  async messageReceived(events: readonly MessageReceived[]): Promise<void> {
    await this.chatbot.receive(events);
  }

  @Answers(menuChoice)
  menuChoice(message: PossibleChoice): Promise<boolean> {
    return this.chatbot.isChoice(message);
  }

  @InTransaction(AutomaticAnswersStopped)
  async automaticAnswersStopped({ ticketId, reason }: AutomaticAnswersStopped): Promise<void> {
    await this.chatbot.responderStopped(ticketId, reason === 'transferred');
  }

  @InTransaction(AutomaticAnswersEnding)
  async automaticAnswersEnding({ ticketId }: AutomaticAnswersEnding): Promise<void> {
    await this.chatbot.endOf(ticketId);
  }

  @InTransaction(TicketGivenToBot)
  async ticketGivenToBot({ ticket }: TicketGivenToBot): Promise<void> {
    await this.chatbot.resume(ticket);
  }

  @InTransaction(TicketTransferring)
  async ticketTransferring({ ticket }: TicketTransferring): Promise<void> {
    if (!ticket.isGroup) await this.chatbot.end(ticket);
  }
}
