import { DomainEvent } from '../../core/events/event.js';
import { Hooks } from '../../core/hooks.js';
import type { Ticket, TicketStatus } from './ticket.entity.js';

/** The facts of a conversation that decide who sees it. */
export interface TicketPlace {
  readonly status: TicketStatus;
  readonly userId: number | null;
  readonly queueId: number | null;
}

/** What somebody did with a conversation; `released`: what held it went, and it waits again. */
export type TicketDeed = 'created' | 'accepted' | 'reopened' | 'transferred' | 'closed' | 'released' | 'deleted';

/** Whose act a change was, told to everybody whose screen it moves. */
export interface TicketAct {
  readonly what: TicketDeed;
  readonly by: { readonly id: number; readonly name: string };
}

/** A conversation changed; `before` where it stood, when that may have moved it out of somebody's view; `act` when a person did it. */
@DomainEvent()
export class TicketChanged {
  constructor(
    readonly companyId: number,
    readonly ticketId: number,
    readonly before: TicketPlace | null = null,
    readonly act: TicketAct | null = null,
  ) {}
}

@DomainEvent()
export class TicketRemoved {
  constructor(
    readonly companyId: number,
    readonly ticketId: number,
    readonly before: TicketPlace,
    readonly act: TicketAct | null = null,
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

/** undefined actor: nobody of the company did it. */
export const actOf = (
  what: TicketDeed,
  actor: { readonly userId: number; readonly name: string } | undefined,
): TicketAct | null => (actor ? { what, by: { id: actor.userId, name: actor.name } } : null);

/** Steps of later modules in the same unit of work: automatic texts, files to remove. */
export const ticketAcceptedHooks = new Hooks<Ticket>();
export const ticketClosedHooks = new Hooks<Ticket>();
export const ticketTransferredHooks = new Hooks<Ticket>();
export const ticketRemovingHooks = new Hooks<Ticket>();

const ticketSteps = { accepted: ticketAcceptedHooks, closed: ticketClosedHooks, transferred: ticketTransferredHooks };
export type TicketStep = keyof typeof ticketSteps;

/** Runs the steps of later modules, or leaves them to whoever collects them. */
export async function takeStep(step: TicketStep, ticket: Ticket, later?: TicketStep[]): Promise<void> {
  if (later) later.push(step);
  else await ticketSteps[step].run(ticket);
}
