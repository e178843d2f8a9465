import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Contact, MessageEvent, TicketEvent, TicketPage } from '../../conversation/model/types';
import { api } from '../../providers/http';
import { onJoined, onResync, useSocketEvent, useSocketRoom } from '../../providers/realtime';
import { useSessionUser } from '../../providers/session-user';
import { fromTicketEvent, type NoticeEvent, type Notices, noNotices, takeNotice } from './notices';

const SAFETY_NET_MS = 60_000;

async function fetchNotices(me: number, signal: AbortSignal): Promise<Notices> {
  // showAll, where it counts, narrows nothing here and finds the rows by a better index
  const ask = (scope: Record<string, string>) =>
    api<TicketPage>(`/tickets?${new URLSearchParams({ ...scope, withUnreadMessages: 'true', showAll: 'true' })}`, {
      signal,
    });
  const pages = await Promise.all([ask({ status: 'open', users: JSON.stringify([me]) }), ask({ status: 'pending' })]);
  const listed = pages.flatMap(({ tickets }) => tickets);
  const counted = pages.reduce((sum, { count }) => sum + count, 0);
  const start: Notices = { ...noNotices, beyond: Math.max(0, counted - listed.length) };
  return listed.reduce((notices, ticket) => takeNotice(notices, { ticket }, me), start);
}

/** Events that came while an answer was under way: they may be newer than it. */
let heard: NoticeEvent[] = [];

/** Other rights are another list: departments, profile and sight are part of its name. */
function useNoticesQuery() {
  const { id: me, profile, allTicket, queues } = useSessionUser();
  return queryOptions<Notices>({
    queryKey: ['notices', me, profile, allTicket, queues.map((queue) => queue.id)],
    queryFn: async ({ signal }) => {
      heard = [];
      const answer = await fetchNotices(me, signal);
      return heard.reduce((notices, event) => takeNotice(notices, event, me), answer);
    },
  });
}

/** The conversations that wait to be read; kept live by {@link useLiveNotices}. */
export function useNotices() {
  return useQuery({ ...useNoticesQuery(), enabled: false });
}

/** Asks for the notices and keeps them in step with the events, wherever in the application somebody is. Mounted once. */
export function useLiveNotices(): void {
  const client = useQueryClient();
  const { id: me } = useSessionUser();
  const query = useNoticesQuery();
  useSocketRoom('Notification');
  useQuery({ ...query, refetchInterval: SAFETY_NET_MS });
  const take = (event: NoticeEvent) => {
    if (client.isFetching({ queryKey: query.queryKey }) > 0) heard.push(event);
    client.setQueryData(query.queryKey, (notices) => notices && takeNotice(notices, event, me));
  };
  useSocketEvent<TicketEvent>('ticket', (event) => take(fromTicketEvent(event)));
  useSocketEvent<MessageEvent>('appMessage', ({ ticket }) => take({ ticket }));
  useSocketEvent<{ action: string; contact?: Contact }>('contact', ({ contact }) => contact && take({ contact }));
  useEffect(() => {
    const ask = () => void client.invalidateQueries({ queryKey: ['notices'] });
    const off = [onResync(ask), onJoined('Notification', ask)];
    return () => {
      for (const stop of off) stop();
    };
  }, [client]);
}
