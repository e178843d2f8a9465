import { DomainEvent, fields, TransactionEvent } from '../../../core/events/event.js';
import type { Events } from '../../../core/events/events.js';
import type { Ticket } from './ticket.entity.js';

/** The fields that decide who sees a ticket. */
export type TicketAssignment = Readonly<Pick<Ticket, 'status' | 'userId' | 'queueId'>>;

export const assignmentOf = ({ status, userId, queueId }: TicketAssignment): TicketAssignment => ({
  status,
  userId,
  queueId,
});

/** `released`: the user, queue or membership was removed, so the ticket is pending again. */
export type TicketActionKind = 'created' | 'accepted' | 'reopened' | 'transferred' | 'closed' | 'released' | 'deleted';

/** Who changed the ticket and how; emitted to all users whose lists change. */
export interface TicketAction {
  readonly what: TicketActionKind;
  readonly by: { readonly id: number; readonly name: string };
}

/** `before`: the former assignment, if that may have changed; `action`: present when a user made the change. */
@DomainEvent()
export class TicketChanged extends fields<{
  companyId: number;
  ticketId: number;
  before?: TicketAssignment | null;
  action?: TicketAction | null;
  /** The ticket was created for a message, not by a user. */
  created?: boolean;
}>() {}

@DomainEvent()
export class TicketRemoved extends fields<{
  companyId: number;
  ticketId: number;
  before: TicketAssignment;
  action?: TicketAction | null;
}>() {}

/** Messages of these tickets were moved or erased, so screens that show them reload them. */
@DomainEvent()
export class TicketsRewritten extends fields<{
  companyId: number;
  ticketIds: readonly number[];
}>() {}

/** All messages of the ticket are read. */
@DomainEvent()
export class TicketRead extends fields<{
  companyId: number;
  ticketId: number;
}>() {}

/** null without an actor: no user made the change. */
export const actionBy = (
  what: TicketActionKind,
  actor: { readonly userId: number; readonly name: string } | undefined,
): TicketAction | null => (actor ? { what, by: { id: actor.userId, name: actor.name } } : null);

/** Dispatched in the transaction of the transition, or later if the transition could be undone until then. */
@TransactionEvent()
export class TicketAccepting extends fields<{
  ticket: Ticket;
}>() {}

@TransactionEvent()
export class TicketClosing extends fields<{
  ticket: Ticket;
}>() {}

/** The queue of the ticket has changed. */
@TransactionEvent()
export class TicketTransferring extends fields<{
  ticket: Ticket;
}>() {}

/** Bots may answer the ticket again, beginning with the customer's last message if nobody has answered it. */
@TransactionEvent()
export class TicketGivenToBot extends fields<{
  ticket: Ticket;
}>() {}

/** A ticket and everything that belongs to it is about to be deleted. */
@TransactionEvent({ required: true })
export class TicketRemoving extends fields<{
  ticket: Ticket;
}>() {}

/** A finished cycle was rated or reopened, so statistics of its day are outdated. @param finishedAt as text */
@TransactionEvent()
export class FinishedCycleChanged extends fields<{
  finishedAt: string;
}>() {}

/** Messages were moved to this ticket, so its preview must be updated. */
@TransactionEvent({ required: true })
export class TicketMessagesMoved extends fields<{
  ticketId: number;
}>() {}

/** The ticket's attendant marks it as read: messages are marked, and the customer gets a read receipt. */
@TransactionEvent({ required: true })
export class TicketMarkingRead extends fields<{
  ticket: { readonly id: number; readonly connectionId: number };
}>() {}

const transitions = {
  accepted: TicketAccepting,
  closed: TicketClosing,
  transferred: TicketTransferring,
  givenToBot: TicketGivenToBot,
};
export type TicketTransition = keyof typeof transitions;

/** Dispatches the event of the transition, or adds it to `deferred` if the caller dispatches it after the undo time. */
export async function dispatchTransition(
  events: Events,
  transition: TicketTransition,
  ticket: Ticket,
  deferred?: TicketTransition[],
): Promise<void> {
  if (deferred) deferred.push(transition);
  else await events.dispatch(new transitions[transition]({ ticket }));
}
