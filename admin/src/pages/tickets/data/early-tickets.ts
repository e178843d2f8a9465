import type { Ticket } from '../model/types';

const KEPT = 200;
const recent = new Map<number, Ticket>();

/**
 * Remembers the latest tickets that events brought, as early-messages does with messages: an answer that was asked for before
 * one of them arrived must not undo it, and a first list has nothing yet that it could have been merged into.
 */
export function rememberTicket(ticket: Ticket): void {
  if (latestOf(ticket) !== ticket) return;
  recent.delete(ticket.id);
  recent.set(ticket.id, ticket);
  const [oldest] = recent.keys();
  if (recent.size > KEPT && oldest !== undefined) recent.delete(oldest);
}

export const recentTickets = (): readonly Ticket[] => [...recent.values()];

/** The ticket, or what an event told of it later. */
export function latestOf(ticket: Ticket): Ticket {
  const known = recent.get(ticket.id);
  return known && Date.parse(known.updatedAt) > Date.parse(ticket.updatedAt) ? known : ticket;
}
