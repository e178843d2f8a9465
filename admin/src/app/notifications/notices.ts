import type { Contact, Ticket, TicketEvent } from '../../conversation/model/types';

/** Conversations with unread messages that are for the user, newest first. */
export interface Notices {
  tickets: readonly Ticket[];
  /** How many more the server counted than it listed. */
  beyond: number;
}

export const noNotices: Notices = { tickets: [], beyond: 0 };

/** What the server told while it was asked, and after. */
export type NoticeEvent = { ticket: Ticket } | { gone: number } | { contact: Contact };

/** The own ones, and those that wait for anybody who may see them. */
export function isFor({ status, userId }: Pick<Ticket, 'status' | 'userId'>, me: number): boolean {
  return status === 'pending' || (status === 'open' && userId === me);
}

const time = (ticket: Ticket) => Date.parse(ticket.updatedAt);
const arrival = (ticket: Ticket) => Date.parse(ticket.lastArrivalAt);

function put({ tickets, beyond }: Notices, ticket: Ticket, me: number): Notices {
  const known = tickets.find(({ id }) => id === ticket.id);
  if (known && time(ticket) < time(known)) return { tickets, beyond };
  const others = tickets.filter((row) => row !== known);
  if (ticket.unreadMessages === 0 || !isFor(ticket, me)) return { tickets: others, beyond };
  return { tickets: [...others, ticket].sort((a, b) => arrival(b) - arrival(a) || b.id - a.id), beyond };
}

export function takeNotice(notices: Notices, event: NoticeEvent, me: number): Notices {
  if ('ticket' in event) return put(notices, event.ticket, me);
  const { tickets } = notices;
  if ('gone' in event) return { ...notices, tickets: tickets.filter(({ id }) => id !== event.gone) };
  const { contact } = event;
  return { ...notices, tickets: tickets.map((row) => (row.contactId === contact.id ? { ...row, contact } : row)) };
}

export function fromTicketEvent(event: TicketEvent): NoticeEvent {
  return event.action === 'update' ? { ticket: event.ticket } : { gone: event.ticketId };
}

/** Messages that nobody has read in conversations of one's own: what the title of the tab counts. */
export function unreadOf({ tickets }: Notices, me: number): number {
  return tickets.reduce((sum, ticket) => sum + (ticket.userId === me ? ticket.unreadMessages : 0), 0);
}
