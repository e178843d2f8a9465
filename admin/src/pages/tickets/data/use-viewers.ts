import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onJoined, useSocketEvent, useSocketStatus } from '../../../providers/realtime';
import { colleagues, type Viewed, type ViewedTicket, type Viewer, withViewers } from '../model/viewers';
import { fetchViewers } from './api';
import { keys } from './keys';
import { useViewer } from './use-viewer';

/** Events that came while it was asked: the answer may be older. */
let early: ViewedTicket[] = [];
let asking = 0;

async function load(signal: AbortSignal): Promise<Viewed> {
  asking += 1;
  try {
    const { tickets } = await fetchViewers(signal);
    const viewed = Object.fromEntries(tickets.map(({ ticketId, viewers }) => [ticketId, viewers]));
    return early.reduce(withViewers, viewed);
  } finally {
    asking -= 1;
    if (asking === 0) early = [];
  }
}

const query = {
  queryKey: keys.viewers,
  queryFn: ({ signal }: { signal: AbortSignal }) => load(signal),
  staleTime: Number.POSITIVE_INFINITY,
};

/** Keeps who has which conversation open in step with the events. Mounted once. */
export function useLiveViewers(): void {
  const client = useQueryClient();
  useQuery(query);
  useSocketEvent<ViewedTicket>('viewers', (event) => {
    if (asking > 0) early.push(event);
    client.setQueryData<Viewed>(keys.viewers, (viewed) => viewed && withViewers(viewed, event));
  });
  useEffect(() => onJoined('Notification', () => void client.invalidateQueries({ queryKey: keys.viewers })), [client]);
}

const nobody: Viewer[] = [];

/** The colleagues who have the conversation open; unknown, and so nobody, while no events arrive. */
export function useColleagues(ticketId: number): Viewer[] {
  const { id: me } = useViewer();
  const live = useSocketStatus() === 'ready';
  const { data = nobody } = useQuery({
    ...query,
    enabled: false,
    select: (viewed) => colleagues(viewed[ticketId], me),
  });
  return live ? data : nobody;
}
