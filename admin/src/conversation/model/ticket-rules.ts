import { NO_QUEUE } from './list-filters';
import type { Ticket, TicketStatus } from './types';

export interface TicketView {
  /** null: the search, of any status. */
  status: TicketStatus | null;
  showAll: boolean;
  /** null: all that the server shows; {@link NO_QUEUE}: conversations without a queue. */
  queueIds: readonly number[] | null;
  search: string;
  /** Any of them; empty: all. */
  tags?: readonly number[];
  users?: readonly number[];
}

export interface CurrentUser {
  id: number;
  profile: 'user' | 'supervisor' | 'admin';
  queueIds: readonly number[];
}

/** Pending ones belong to nobody. */
export function isAttendedBy({ status, userId }: Pick<Ticket, 'status' | 'userId'>, me: number): boolean {
  return status !== 'pending' && userId === me;
}

function queueAllows(ticket: Ticket, view: TicketView, currentUser: CurrentUser): boolean {
  const { queueId } = ticket;
  if (queueId !== null && currentUser.profile === 'user' && !currentUser.queueIds.includes(queueId)) return false;
  return view.queueIds === null || view.queueIds.includes(queueId ?? NO_QUEUE);
}

function choiceAllows(ticket: Ticket, { tags = [], users = [] }: TicketView): boolean {
  if (tags.length > 0 && !ticket.tags.some(({ id }) => tags.includes(id))) return false;
  return users.length === 0 || (ticket.userId !== null && users.includes(ticket.userId));
}

/** The live list rules of the spec. */
export function belongs(ticket: Ticket, view: TicketView, currentUser: CurrentUser): boolean {
  if (view.status !== null && ticket.status !== view.status) return false;
  if (!queueAllows(ticket, view, currentUser) || !choiceAllows(ticket, view)) return false;
  // supervisors see all tickets of their queues
  return (
    view.showAll ||
    currentUser.profile === 'supervisor' ||
    ticket.status === 'pending' ||
    ticket.userId === null ||
    ticket.userId === currentUser.id
  );
}

/** Only the server can match words: events never add to a search. */
export function acceptsNewTickets(view: TicketView): boolean {
  return view.search === '';
}
