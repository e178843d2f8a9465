import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useSocketEvent } from '../../../providers/realtime';
import type { Ticket, TicketEvent } from '../model/types';
import { fetchContactTickets } from './api';
import { keys } from './keys';

/** The other conversations with the contact of this one, kept in step with events. */
export function useContactTickets({ id, contactId }: Ticket) {
  const client = useQueryClient();
  const queryKey = keys.contactTickets(contactId);
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchContactTickets(contactId, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ hasMore, cursor }) => (hasMore ? cursor : null),
  });
  const all = query.data?.pages.flatMap(({ tickets }) => tickets);
  useSocketEvent<TicketEvent>('ticket', (event) => {
    const concerned =
      event.action === 'update'
        ? event.ticket.contactId === contactId
        : all?.some((ticket) => ticket.id === event.ticketId);
    if (concerned && event.action !== 'updateUnread') void client.invalidateQueries({ queryKey });
  });
  return { ...query, tickets: all?.filter((ticket) => ticket.id !== id) };
}
