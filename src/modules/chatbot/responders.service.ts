import { Injectable } from '@nestjs/common';
import { Db } from '../../core/database/db.js';
import { Events } from '../../core/events/events.js';
import { Integrations } from '../integrations/integrations.service.js';
import { TicketLifecycle } from '../tickets/lifecycle/ticket-lifecycle.service.js';
import type { Ticket } from '../tickets/ticket.entity.js';
import { TicketChanged } from '../tickets/tickets.events.js';
import type { BotStep } from './bot-step.js';

/** Hands messages to the prompt or the integration that answers a ticket instead of the menus. */
@Injectable()
export class Responders {
  constructor(
    private readonly db: Db,
    private readonly events: Events,
    private readonly lifecycle: TicketLifecycle,
    private readonly integrations: Integrations,
  ) {}

  /** Whether the ticket has one that takes the message. */
  async goOn(ticket: Ticket, messageId: number): Promise<boolean> {
    const { integrationId } = ticket;
    return integrationId !== null && this.integrations.answer(ticket, messageId, integrationId);
  }

  /** Whether the connection or the department has one that takes the message, and from now on the ticket; once in an attendance. */
  async start({ ticket, message, session, ...step }: BotStep, of: 'connection' | 'queue'): Promise<boolean> {
    const integrationId = step[of]?.integrationId ?? null;
    if (integrationId === null || !message || session.responderEnded) return false;
    if (!(await this.integrations.answer(ticket, message.id, integrationId))) return false;
    await this.lifecycle.setResponder(ticket, { integrationId });
    this.events.emit(new TicketChanged(this.db.companyId, ticket.id));
    session.state = 'responder';
    session.answered = true;
    return true;
  }

  async stop(ticket: Ticket): Promise<void> {
    if (ticket.promptId === null && ticket.integrationId === null) return;
    await this.lifecycle.setResponder(ticket, {});
    this.events.emit(new TicketChanged(this.db.companyId, ticket.id));
  }
}
