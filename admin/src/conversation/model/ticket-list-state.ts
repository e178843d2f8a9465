import { acceptsNewTickets, belongs, type CurrentUser, type TicketView } from './ticket-rules';
import type { Contact, Ticket, TicketEvent, TicketPage } from './types';

/** The loaded part of a list, newest message first. */
export interface TicketListState {
  tickets: readonly Ticket[];
  cursor?: string | null;
  hasMore: boolean;
}

const emptyList: TicketListState = { tickets: [], cursor: null, hasMore: false };

const time = (ticket: Ticket) => Date.parse(ticket.updatedAt);
const isOlder = (ticket: Ticket, than: Ticket) => time(ticket) < time(than);
export const newestOf = (known: Ticket, next: Ticket) => (isOlder(next, known) ? known : next);
const newestFirst = (a: Ticket, b: Ticket) => Date.parse(b.lastArrivalAt) - Date.parse(a.lastArrivalAt) || b.id - a.id;

function withTickets(state: TicketListState, tickets: readonly Ticket[]): TicketListState {
  return { ...state, tickets: [...tickets].sort(newestFirst) };
}

function removeTicket(state: TicketListState, ticketId: number): TicketListState {
  if (!state.tickets.some(({ id }) => id === ticketId)) return state;
  return { ...state, tickets: state.tickets.filter(({ id }) => id !== ticketId) };
}

/** Adds, replaces, moves or removes a row; older versions are ignored. */
export function mergeTicket(
  state: TicketListState,
  ticket: Ticket,
  view: TicketView,
  currentUser: CurrentUser,
): TicketListState {
  const row = state.tickets.find(({ id }) => id === ticket.id);
  if (row && isOlder(ticket, row)) return state;
  if (!belongs(ticket, view, currentUser)) return removeTicket(state, ticket.id);
  if (row)
    return withTickets(
      state,
      // events have no search hit, so the known one stays
      state.tickets.map((each) => (each === row ? (row.hit ? { ...ticket, hit: row.hit } : ticket) : each)),
    );
  const last = state.tickets.at(-1);
  // the ticket belongs to a page that is not loaded yet
  if (!acceptsNewTickets(view) || (state.hasMore && last && newestFirst(ticket, last) > 0)) return state;
  return withTickets(state, [...state.tickets, ticket]);
}

function resetUnread(state: TicketListState, ticketId: number): TicketListState {
  if (!state.tickets.some(({ id, unreadMessages }) => id === ticketId && unreadMessages > 0)) return state;
  return { ...state, tickets: state.tickets.map((row) => (row.id === ticketId ? { ...row, unreadMessages: 0 } : row)) };
}

export function applyTicketEvent(
  state: TicketListState,
  event: TicketEvent,
  view: TicketView,
  currentUser: CurrentUser,
): TicketListState {
  if (event.action === 'delete') return removeTicket(state, event.ticketId);
  if (event.action === 'updateUnread') return resetUnread(state, event.ticketId);
  return mergeTicket(state, event.ticket, view, currentUser);
}

export function mergeContact(state: TicketListState, contact: Contact): TicketListState {
  if (!state.tickets.some(({ contactId }) => contactId === contact.id)) return state;
  return {
    ...state,
    tickets: state.tickets.map((row) =>
      row.contactId === contact.id ? { ...row, contact: { ...row.contact, ...contact } } : row,
    ),
  };
}

export const startList = (page: TicketPage): TicketListState => appendPage(emptyList, page);

/** Adds a page; rows that are already loaded keep their newer version. */
export function appendPage(state: TicketListState, page: TicketPage): TicketListState {
  const known = new Set(state.tickets.map(({ id }) => id));
  const added = page.tickets.filter(({ id }) => !known.has(id));
  return { ...withTickets(state, [...state.tickets, ...added]), cursor: page.cursor, hasMore: page.hasMore };
}

/**
 * Merges a refetched first page: `before` is the list at the request, `now` the list at the response. Events that
 * arrived in between take precedence.
 */
export function reconcile(
  before: TicketListState | undefined,
  now: TicketListState | undefined,
  page: TicketPage,
): TicketListState {
  if (!before || !now) return startList(page);
  const earlier = new Map(before.tickets.map((row) => [row.id, row]));
  const current = new Map(now.tickets.map((row) => [row.id, row]));
  const edge = page.tickets.at(-1);
  const fresh = page.tickets.flatMap((ticket) => {
    const row = current.get(ticket.id);
    // tags, names and unread counts change without `updatedAt`
    const live = row !== undefined && earlier.get(row.id) !== row && !isOlder(row, ticket);
    if (row) return [live || isOlder(ticket, row) ? row : ticket];
    const removed = earlier.get(ticket.id);
    return removed && !isOlder(removed, ticket) ? [] : [ticket];
  });
  const listed = new Set(page.tickets.map(({ id }) => id));
  const remaining = now.tickets.filter((row) => {
    if (listed.has(row.id)) return false;
    const live = earlier.get(row.id) !== row;
    return live || (page.hasMore && edge !== undefined && newestFirst(row, edge) > 0);
  });
  const deeper = page.hasMore && remaining.some((row) => edge !== undefined && newestFirst(row, edge) > 0);
  const { cursor, hasMore } = deeper ? now : page;
  return withTickets({ tickets: [], cursor, hasMore }, [...fresh, ...remaining]);
}
