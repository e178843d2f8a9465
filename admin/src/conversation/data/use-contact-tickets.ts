import { useInfiniteQuery } from '@tanstack/react-query';
import { refetch } from '../../providers/query-client';
import { useSocketEvent } from '../../providers/realtime';
import type { Ticket, TicketPage } from '../model/types';
import { get } from './api';

/** The other conversations with the contact of this one, kept live. */
export function useContactTickets({ id, contactId }: Ticket) {
  const queryKey = ['workspace', 'contactTickets', contactId];
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam: cursor, signal }) =>
      get<TicketPage>('/tickets', { contacts: `[${contactId}]`, showAll: 'true', cursor }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ hasMore, cursor }) => (hasMore ? cursor : null),
  });
  const all = query.data?.pages.flatMap(({ tickets }) => tickets);
  useSocketEvent('ticket', (event) => {
    const concerned =
      event.action === 'update'
        ? event.ticket.contactId === contactId
        : all?.some((ticket) => ticket.id === event.ticketId);
    if (concerned && event.action !== 'updateUnread') refetch(queryKey);
  });
  return { ...query, tickets: all?.filter((ticket) => ticket.id !== id) };
}
