import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onJoined, useSocketEvent, useSocketStatus } from '../../providers/realtime';
import { get } from '../data/api';
import { queryKeys } from '../data/query-keys';
import { useCurrentUser } from '../data/use-current-user';
import { otherViewers, type TicketViewers, type Viewer, type ViewersByTicket, withViewers } from '../model/viewers';

/** events during a request, whose response may be older */
let eventsWhileLoading: TicketViewers[] = [];
let pendingLoads = 0;

async function loadViewers(signal: AbortSignal): Promise<ViewersByTicket> {
  pendingLoads += 1;
  try {
    const { tickets } = await get<{ tickets: TicketViewers[] }>('/tickets/viewers', {}, signal);
    const viewed = Object.fromEntries(tickets.map(({ ticketId, viewers }) => [ticketId, viewers]));
    return eventsWhileLoading.reduce(withViewers, viewed);
  } finally {
    pendingLoads -= 1;
    if (pendingLoads === 0) eventsWhileLoading = [];
  }
}

const viewersQuery = {
  queryKey: queryKeys.viewers,
  queryFn: ({ signal }: { signal: AbortSignal }) => loadViewers(signal),
  staleTime: Number.POSITIVE_INFINITY,
};

/** Mounted once. */
export function useLiveViewers(): void {
  const client = useQueryClient();
  useQuery(viewersQuery);
  useSocketEvent<TicketViewers>('viewers', (event) => {
    if (pendingLoads > 0) eventsWhileLoading.push(event);
    client.setQueryData<ViewersByTicket>(queryKeys.viewers, (viewed) => viewed && withViewers(viewed, event));
  });
  useEffect(
    () => onJoined('Notification', () => void client.invalidateQueries({ queryKey: queryKeys.viewers })),
    [client],
  );
}

const nobody: Viewer[] = [];

/** Empty while no events arrive. */
export function useOtherViewers(ticketId: number): Viewer[] {
  const { id: me } = useCurrentUser();
  const live = useSocketStatus() === 'ready';
  const { data = nobody } = useQuery({
    ...viewersQuery,
    enabled: false,
    select: (viewed) => otherViewers(viewed[ticketId], me),
  });
  return live ? data : nobody;
}
