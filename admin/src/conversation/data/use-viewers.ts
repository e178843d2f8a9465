import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Answer } from '../../providers/api-types';
import { queryClient, refetch } from '../../providers/query-client';
import { onJoined, useSocketEvent, useSocketStatus } from '../../providers/realtime';
import { useSessionUser } from '../../providers/session-user';
import { otherViewers, type TicketViewers, type Viewer, type ViewersByTicket, withViewers } from '../model/presence';
import { get } from './api';
import { queryKeys } from './cache';
import { RecentEvents } from './recent-events';

const viewerEvents = new RecentEvents<TicketViewers>();

const viewersQuery = queryOptions({
  queryKey: queryKeys.viewers,
  async queryFn({ signal }) {
    const events = viewerEvents.capture();
    const { tickets } = await get<Answer<'TicketsController_viewed'>>('/tickets/viewers', {}, signal);
    const viewed: ViewersByTicket = Object.fromEntries(tickets.map(({ ticketId, viewers }) => [ticketId, viewers]));
    return events().reduce(withViewers, viewed);
  },
  staleTime: Number.POSITIVE_INFINITY,
});

/** Keeps the viewers current. Mounted once. */
export function useLiveViewers(): void {
  useQuery(viewersQuery);
  useSocketEvent('viewers', (event) => {
    viewerEvents.add(event);
    queryClient.setQueryData(viewersQuery.queryKey, (viewed) => viewed && withViewers(viewed, event));
  });
  useEffect(() => onJoined('Notification', () => refetch(queryKeys.viewers)), []);
}

const noViewers: Viewer[] = [];

/** The other viewers of a ticket; empty while no events arrive. */
export function useOtherViewers(ticketId: number): Viewer[] {
  const { id: me } = useSessionUser();
  const live = useSocketStatus() === 'ready';
  const { data = noViewers } = useQuery({
    ...viewersQuery,
    enabled: false,
    select: (viewed) => otherViewers(viewed[ticketId], me),
  });
  return live ? data : noViewers;
}
