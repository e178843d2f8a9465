import { NO_QUEUE } from './list-filters';
import { isObject } from './message-content';
import type { Ticket, TicketStatus } from './types';

export interface TicketView {
  /** null for the search, which finds any status. */
  status: TicketStatus | null;
  showAll: boolean;
  /** null means all that the server shows; {@link NO_QUEUE} means conversations without a queue. */
  queueIds: readonly number[] | null;
  search: string;
  /** Matches tickets with any of the tags; empty matches all. */
  tags?: readonly number[];
  users?: readonly number[];
}

export interface CurrentUser {
  id: number;
  profile: 'user' | 'supervisor' | 'admin';
  queueIds: readonly number[];
}

/** Pending tickets have no attendant. */
export function isAttendedBy({ status, userId }: Pick<Ticket, 'status' | 'userId'>, me: number): boolean {
  return status !== 'pending' && userId === me;
}

/** Bots may answer again what a person answers, or what waits for a person. */
export function canGiveToBot({
  status,
  isGroup,
  botPaused,
}: Pick<Ticket, 'status' | 'isGroup' | 'botPaused'>): boolean {
  return !isGroup && (status === 'open' || (status === 'pending' && botPaused));
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

/** Whether a ticket belongs in a live list, by the rules of the spec. */
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

/** Only the server can match words, so events never add tickets to a search. */
export function acceptsNewTickets(view: TicketView): boolean {
  return view.search === '';
}

const MINUTE_MS = 60_000;
/** With less time left than this, the composer shows the remaining time. */
const CLOSING_MINUTES = 4 * 60;

export type WindowState = { kind: 'open' } | { kind: 'closing'; minutes: number } | { kind: 'closed' };

export function windowState(until: string | null, now: number): WindowState {
  if (until === null) return { kind: 'open' };
  const left = Date.parse(until) - now;
  if (left <= 0) return { kind: 'closed' };
  const minutes = Math.ceil(left / MINUTE_MS);
  return minutes <= CLOSING_MINUTES ? { kind: 'closing', minutes } : { kind: 'open' };
}

/** Formats as 3 h 05 min. */
export function remaining(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return hours === 0 ? `${rest} min` : `${hours} h ${String(rest).padStart(2, '0')} min`;
}

/** The existing ticket that prevents a new one. */
export interface Conflict {
  uuid: string;
  userId: number | null;
  userName: string | null;
  queueName: string | null;
}

const nameOf = (value: unknown) => (isObject(value) && typeof value.name === 'string' ? value.name : null);

function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return null;
  try {
    return JSON.parse(value);
  } catch {
    // other errors have a plain code in this field
    return null;
  }
}

/** Reads `ticket` beside the error code, or JSON inside the error code. */
export function conflictOf(body: unknown): Conflict | null {
  if (!isObject(body)) return null;
  const ticket = isObject(body.ticket) ? body.ticket : parsed(body.error);
  if (!isObject(ticket) || typeof ticket.uuid !== 'string') return null;
  return {
    uuid: ticket.uuid,
    userId: typeof ticket.userId === 'number' ? ticket.userId : null,
    userName: nameOf(ticket.user),
    queueName: nameOf(ticket.queue),
  };
}
