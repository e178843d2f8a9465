import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { TicketPage } from '../../conversation/model/types';
import { api } from '../../providers/http';
import { onJoined, onResync, useSocketEvent, useSocketRoom } from '../../providers/realtime';
import { useSessionUser } from '../../providers/session-user';
import { applyChange, changeOf, noUnreadTickets, type UnreadChange, type UnreadTickets } from './unread-tickets';

const REFETCH_MS = 60_000;

async function fetchUnreadTickets(userId: number, signal: AbortSignal): Promise<UnreadTickets> {
  // showAll narrows nothing here and lets the server use a better index
  const fetchPage = (scope: Record<string, string>) =>
    api<TicketPage>(`/tickets?${new URLSearchParams({ ...scope, withUnreadMessages: 'true', showAll: 'true' })}`, {
      signal,
    });
  const pages = await Promise.all([
    fetchPage({ status: 'open', users: JSON.stringify([userId]) }),
    fetchPage({ status: 'pending' }),
  ]);
  const listed = pages.flatMap(({ tickets }) => tickets);
  const total = pages.reduce((sum, { count }) => sum + count, 0);
  const start: UnreadTickets = { ...noUnreadTickets, more: Math.max(0, total - listed.length) };
  return listed.reduce((unread, ticket) => applyChange(unread, { ticket }, userId), start);
}

/** Events received during a request: they may be newer than its answer. */
let changesWhileFetching: UnreadChange[] = [];

function useUnreadQuery() {
  // the list depends on the user's rights
  const { id: userId, profile, allTicket, queues } = useSessionUser();
  return queryOptions<UnreadTickets>({
    queryKey: ['unread-tickets', userId, profile, allTicket, queues.map((queue) => queue.id)],
    queryFn: async ({ signal }) => {
      changesWhileFetching = [];
      const answer = await fetchUnreadTickets(userId, signal);
      return changesWhileFetching.reduce((unread, change) => applyChange(unread, change, userId), answer);
    },
  });
}

/** The unread conversations of the user; updated by {@link useLiveUnreadTickets}. */
export function useUnreadTickets() {
  return useQuery({ ...useUnreadQuery(), enabled: false });
}

/** Loads the unread conversations and applies socket events to them. Mounted once. */
export function useLiveUnreadTickets(): void {
  const client = useQueryClient();
  const { id: userId } = useSessionUser();
  const query = useUnreadQuery();
  useSocketRoom('Notification');
  useQuery({ ...query, refetchInterval: REFETCH_MS });
  const apply = (change: UnreadChange) => {
    if (client.isFetching({ queryKey: query.queryKey }) > 0) changesWhileFetching.push(change);
    client.setQueryData(query.queryKey, (unread) => unread && applyChange(unread, change, userId));
  };
  useSocketEvent('ticket', (event) => apply(changeOf(event)));
  useSocketEvent('appMessage', ({ ticket }) => apply({ ticket }));
  useSocketEvent('contact', ({ contact }) => contact && apply({ contact }));
  useEffect(() => {
    const refetch = () => void client.invalidateQueries({ queryKey: ['unread-tickets'] });
    const subscriptions = [onResync(refetch), onJoined('Notification', refetch)];
    return () => {
      for (const unsubscribe of subscriptions) unsubscribe();
    };
  }, [client]);
}
