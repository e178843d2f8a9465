import { Injectable } from '@nestjs/common';
import { TicketLifecycle } from '../tickets/lifecycle/ticket-lifecycle.service.js';
import type { Ticket } from '../tickets/ticket.entity.js';
import type { BotStep } from './bot-step.js';

/** Hands messages to the prompt or the integration that answers a ticket instead of the menus. */
@Injectable()
export class Responders {
  constructor(private readonly lifecycle: TicketLifecycle) {}

  /** Whether the ticket has one that takes the message. */
  async goOn(_ticket: Ticket, _messageId: number): Promise<boolean> {
    return false;
  }

  /** Whether the connection or the department has one that takes over. */
  async start(_step: BotStep, _of: 'connection' | 'queue'): Promise<boolean> {
    return false;
  }

  async stop(ticket: Ticket): Promise<void> {
    if (ticket.promptId !== null || ticket.integrationId !== null) await this.lifecycle.setResponder(ticket, {});
  }
}
