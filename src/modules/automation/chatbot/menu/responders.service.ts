import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { Events } from '../../../../core/events/events.js';
import { AutomaticMessagesService } from '../../../conversations/messages/outbound/automatic-messages.service.js';
import { TicketLifecycleService } from '../../../conversations/tickets/lifecycle/ticket-lifecycle.service.js';
import type { Ticket } from '../../../conversations/tickets/ticket.entity.js';
import { TicketChanged } from '../../../conversations/tickets/tickets.events.js';
import { IntegrationsService } from '../../integrations/replies/integrations.service.js';
import { AssistantService } from '../../prompts/answers/assistant.service.js';
import type { BotResponder } from '../queries/chatbot.queries.js';
import type { BotStep } from './bot-step.js';

/** Passes messages to the prompt or the integration that answers a ticket instead of the menus. */
@Injectable()
export class RespondersService {
  constructor(
    private readonly db: Db,
    private readonly events: Events,
    private readonly lifecycle: TicketLifecycleService,
    private readonly automaticMessages: AutomaticMessagesService,
    private readonly assistant: AssistantService,
    private readonly integrations: IntegrationsService,
  ) {}

  /** Whether the ticket has a prompt or an integration that answers the message. */
  async goOn(ticket: Ticket, messageId: number): Promise<boolean> {
    return (await this.hand(ticket, messageId, ticket)) !== undefined;
  }

  /** Whether one of the connection or department answers this and later messages; tried once in an attendance. */
  async start({ ticket, message, session, ...step }: BotStep, of: 'connection' | 'queue'): Promise<boolean> {
    const own = step[of];
    if (!own || !message || session.responderEnded) return false;
    const greeting = step.choices.length > 0 ? (step.queue?.greetingMessage.trim() ?? '') : '';
    // the choice of a department is no question, so after its greeting the prompt waits for the next message
    const waits = own.promptId !== null && greeting !== '';
    const responder = waits ? { promptId: own.promptId } : await this.hand(ticket, message.id, own);
    if (!responder) return false;
    await this.lifecycle.setResponder(ticket, responder);
    this.events.emit(new TicketChanged({ companyId: this.db.companyId, ticketId: ticket.id }));
    await this.automaticMessages.sendFilled(ticket.id, greeting);
    session.state = 'responder';
    session.answered = true;
    return true;
  }

  async stop(ticket: Ticket): Promise<void> {
    if (ticket.promptId === null && ticket.integrationId === null) return;
    await this.lifecycle.setResponder(ticket, {});
    this.events.emit(new TicketChanged({ companyId: this.db.companyId, ticketId: ticket.id }));
  }

  private async hand(
    ticket: Ticket,
    messageId: number,
    { promptId, integrationId }: BotResponder,
  ): Promise<Partial<BotResponder> | undefined> {
    if (promptId !== null && (await this.assistant.answer(ticket, messageId, promptId))) return { promptId };
    if (integrationId !== null && (await this.integrations.answer(ticket, messageId, integrationId)))
      return { integrationId };
    return undefined;
  }
}
