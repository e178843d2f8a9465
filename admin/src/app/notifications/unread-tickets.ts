import type { Contact, Ticket, TicketEvent } from '../../conversation/model/types';

/** Conversations with unread messages that are for the user, newest first. */
export interface UnreadTickets {
  tickets: readonly Ticket[];
  /** How many more the server has than it listed. */
  more: number;
}

export const noUnreadTickets: UnreadTickets = { tickets: [], more: 0 };

export type UnreadChange = { ticket: Ticket } | { removedId: number } | { contact: Contact };

/** The user's own conversations and the pending ones that they see. */
export function isForUser({ status, userId }: Pick<Ticket, 'status' | 'userId'>, user: number): boolean {
  return status === 'pending' || (status === 'open' && userId === user);
}

const updateTime = (ticket: Ticket) => Date.parse(ticket.updatedAt);
const arrivalTime = (ticket: Ticket) => Date.parse(ticket.lastArrivalAt);

function withTicket({ tickets, more }: UnreadTickets, ticket: Ticket, user: number): UnreadTickets {
  const known = tickets.find(({ id }) => id === ticket.id);
  if (known && updateTime(ticket) < updateTime(known)) return { tickets, more };
  const others = tickets.filter((row) => row !== known);
  if (ticket.unreadMessages === 0 || !isForUser(ticket, user)) return { tickets: others, more };
  return { tickets: [...others, ticket].sort((a, b) => arrivalTime(b) - arrivalTime(a) || b.id - a.id), more };
}

export function applyChange(unread: UnreadTickets, change: UnreadChange, user: number): UnreadTickets {
  if ('ticket' in change) return withTicket(unread, change.ticket, user);
  const { tickets } = unread;
  if ('removedId' in change) return { ...unread, tickets: tickets.filter(({ id }) => id !== change.removedId) };
  const { contact } = change;
  return { ...unread, tickets: tickets.map((row) => (row.contactId === contact.id ? { ...row, contact } : row)) };
}

export function changeOf(event: TicketEvent): UnreadChange {
  return event.action === 'update' ? { ticket: event.ticket } : { removedId: event.ticketId };
}
