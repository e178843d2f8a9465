import { DomainEvent, fields, TransactionEvent } from '../../../core/events/event.js';
import type { Events } from '../../../core/events/events.js';
import type { Ticket } from './ticket.entity.js';

/** What decides who sees a ticket. */
export type TicketAssignment = Readonly<Pick<Ticket, 'status' | 'userId' | 'queueId'>>;

export const assignmentOf = ({ status, userId, queueId }: TicketAssignment): TicketAssignment => ({
  status,
  userId,
  queueId,
});

/** `released`: its user, queue or membership was removed, and it is pending again. */
export type TicketActionKind = 'created' | 'accepted' | 'reopened' | 'transferred' | 'closed' | 'released' | 'deleted';

/** Who changed the ticket and how; sent to all whose lists change. */
export interface TicketAction {
  readonly what: TicketActionKind;
  readonly by: { readonly id: number; readonly name: string };
}

/** `before`: its assignment, when that may have changed; `action`: when a user did it. */
@DomainEvent()
export class TicketChanged extends fields<{
  companyId: number;
  ticketId: number;
  before?: TicketAssignment | null;
  action?: TicketAction | null;
  /** By a message, without anybody's action. */
  created?: boolean;
}>() {}

@DomainEvent()
export class TicketRemoved extends fields<{
  companyId: number;
  ticketId: number;
  before: TicketAssignment;
  action?: TicketAction | null;
}>() {}

/** Messages of these tickets were moved or erased: screens that show them reload them. */
@DomainEvent()
export class TicketsRewritten extends fields<{
  companyId: number;
  ticketIds: readonly number[];
}>() {}

/** No message of it is unread any more. */
@DomainEvent()
export class TicketRead extends fields<{
  companyId: number;
  ticketId: number;
}>() {}

/** Without an actor no user did it. */
export const actionBy = (
  what: TicketActionKind,
  actor: { readonly userId: number; readonly name: string } | undefined,
): TicketAction | null => (actor ? { what, by: { id: actor.userId, name: actor.name } } : null);

/** Dispatched in the transaction of the transition, or later while the transition can be undone. */
@TransactionEvent()
export class TicketAccepting extends fields<{
  ticket: Ticket;
}>() {}

@TransactionEvent()
export class TicketClosing extends fields<{
  ticket: Ticket;
}>() {}

/** Its queue changed. */
@TransactionEvent()
export class TicketTransferring extends fields<{
  ticket: Ticket;
}>() {}

/** A ticket is about to be deleted with everything that belongs to it. */
@TransactionEvent({ required: true })
export class TicketRemoving extends fields<{
  ticket: Ticket;
}>() {}

/** A finished cycle was rated, or is finished no longer: figures of its day are out of date. @param finishedAt as text */
@TransactionEvent()
export class FinishedCycleChanged extends fields<{
  finishedAt: string;
}>() {}

/** Messages of another ticket were moved to this one: its preview is refreshed. */
@TransactionEvent({ required: true })
export class TicketMessagesMoved extends fields<{
  ticketId: number;
}>() {}

/** The responsible attendant marks the ticket read; messages are marked, and the customer gets a read receipt. */
@TransactionEvent({ required: true })
export class TicketMarkingRead extends fields<{
  ticket: { readonly id: number; readonly connectionId: number };
}>() {}

const transitions = { accepted: TicketAccepting, closed: TicketClosing, transferred: TicketTransferring };
export type TicketTransition = keyof typeof transitions;

/** Dispatches the transition's event, or adds it to `deferred` for a caller who dispatches it once it cannot be undone. */
export async function dispatchTransition(
  events: Events,
  transition: TicketTransition,
  ticket: Ticket,
  deferred?: TicketTransition[],
): Promise<void> {
  if (deferred) deferred.push(transition);
  else await events.dispatch(new transitions[transition]({ ticket }));
}
