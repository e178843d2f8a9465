import { NO_QUEUE } from './list-filters';
import type { Ticket, TicketStatus } from './types';

/** What one list shows: a tab with the choices above it. */
export interface TicketView {
  /** null: the search, which spans every status. */
  status: TicketStatus | null;
  showAll: boolean;
  /** Chosen departments, {@link NO_QUEUE} for conversations without one; null: no choice, whatever the server shows. */
  queueIds: readonly number[] | null;
  search: string;
  /** Any of these tags, any of these attendants; none: whichever. */
  tags?: readonly number[];
  users?: readonly number[];
}

/** The attendant as the list rules need to know them. */
export interface CurrentUser {
  id: number;
  profile: 'user' | 'supervisor' | 'admin';
  queueIds: readonly number[];
}

/** Whether it is theirs to answer, and so to read. One that waits is nobody's. */
export function isAttendedBy({ status, userId }: Pick<Ticket, 'status' | 'userId'>, me: number): boolean {
  return status !== 'pending' && userId === me;
}

function queueAllows(ticket: Ticket, view: TicketView, viewer: CurrentUser): boolean {
  const { queueId } = ticket;
  if (queueId !== null && viewer.profile === 'user' && !viewer.queueIds.includes(queueId)) return false;
  return view.queueIds === null || view.queueIds.includes(queueId ?? NO_QUEUE);
}

function choiceAllows(ticket: Ticket, { tags = [], users = [] }: TicketView): boolean {
  if (tags.length > 0 && !ticket.tags.some(({ id }) => tags.includes(id))) return false;
  return users.length === 0 || (ticket.userId !== null && users.includes(ticket.userId));
}

/** Whether a ticket belongs into a list by the spec's live list rules. */
export function belongs(ticket: Ticket, view: TicketView, viewer: CurrentUser): boolean {
  if (view.status !== null && ticket.status !== view.status) return false;
  if (!queueAllows(ticket, view, viewer) || !choiceAllows(ticket, view)) return false;
  // A supervisor sees all of the own departments, whoever holds them.
  return (
    view.showAll ||
    viewer.profile === 'supervisor' ||
    ticket.status === 'pending' ||
    ticket.userId === null ||
    ticket.userId === viewer.id
  );
}

/** What words find, only the server can tell: such a search keeps its hits, it never gains one by an event. */
export function acceptsNewTickets(view: TicketView): boolean {
  return view.search === '';
}
