import { isAttendedBy } from '../../../../conversation/model/ticket-rules';
import type { Ticket } from '../../../../conversation/model/types';
import type { TicketActionName } from '../../../../conversation/ui/ticket-actions/use-ticket-action-runner';

/** The limit of the server. */
export const MAX_SELECTED = 100;

export type BulkAction = Exclude<TicketActionName, 'return' | 'bot'>;

export function toggleId(ids: readonly number[], id: number): readonly number[] {
  return ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id];
}

/** Adds everything between two rows, in either direction. */
export function addRange(
  ids: readonly number[],
  order: readonly number[],
  from: number,
  to: number,
): readonly number[] {
  const [start, end] = [order.indexOf(from), order.indexOf(to)].sort((a, b) => a - b);
  if (start === undefined || end === undefined || start === -1) return toggleId(ids, to);
  return [...new Set([...ids, ...order.slice(start, end + 1)])];
}

const isApplicable: Readonly<Record<BulkAction, (ticket: Ticket, me: number) => boolean>> = {
  accept: ({ status }) => status === 'pending',
  resolve: ({ status }) => status === 'open',
  reopen: ({ status }) => status === 'closed',
  transfer: ({ status }) => status !== 'closed',
  tag: () => true,
  read: (ticket, me) => ticket.unreadMessages > 0 && isAttendedBy(ticket, me),
};

export function applicableTickets(action: BulkAction, chosen: readonly Ticket[], me: number): readonly Ticket[] {
  return chosen.filter((ticket) => isApplicable[action](ticket, me));
}
