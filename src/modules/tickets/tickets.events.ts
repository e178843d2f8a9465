import { DomainEvent } from '../../core/events/event.js';
import { Hooks } from '../../core/hooks.js';
import type { Ticket, TicketStatus } from './ticket.entity.js';

/** The facts of a conversation that decide who sees it. */
export interface TicketPlace {
  readonly status: TicketStatus;
  readonly userId: number | null;
  readonly queueId: number | null;
}

/** A conversation changed; `before` where it stood, when that may have moved it out of somebody's view. */
@DomainEvent()
export class TicketChanged {
  constructor(
    readonly companyId: number,
    readonly ticketId: number,
    readonly before: TicketPlace | null = null,
  ) {}
}

@DomainEvent()
export class TicketRemoved {
  constructor(
    readonly companyId: number,
    readonly ticketId: number,
    readonly before: TicketPlace,
  ) {}
}

/** Nothing is unread any more. */
@DomainEvent()
export class TicketRead {
  constructor(
    readonly companyId: number,
    readonly ticketId: number,
  ) {}
}

/** Steps of later modules in the same unit of work: automatic texts, files to remove. */
export const ticketAcceptedHooks = new Hooks<Ticket>();
export const ticketClosedHooks = new Hooks<Ticket>();
export const ticketTransferredHooks = new Hooks<Ticket>();
export const ticketRemovingHooks = new Hooks<Ticket>();
