import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { TicketEvent } from '../../conversation/model/types';
import { onResync, useSocketEvent } from '../../providers/realtime';
import { useSessionUser } from '../../providers/session-user';
import { fetchMentions, type Mention, type MentionEvent, noMentions, seeMentions } from './mentions';
import { isFocused } from './use-looking';

const SAFETY_NET_MS = 60_000;
/** As the server takes at once. */
const MOST_SEEN = 50;

const keyOf = (userId: number) => ['mentions', userId] as const;

/** Notes that name the user and that they have not seen, newest first; kept live by {@link useLiveMentions}. */
export function useMentions(): readonly Mention[] {
  const { id } = useSessionUser();
  const { data } = useQuery<Mention[]>({ queryKey: keyOf(id), enabled: false });
  return data ?? noMentions;
}

/** Asks for the mentions and keeps them in step, wherever in the application somebody is. Mounted once. */
export function useLiveMentions(): void {
  const client = useQueryClient();
  const { id } = useSessionUser();
  const key = keyOf(id);
  const mentions = useMentions();
  useQuery<Mention[]>({
    queryKey: key,
    queryFn: ({ signal }) => fetchMentions(signal),
    refetchInterval: SAFETY_NET_MS,
  });
  const ask = () => void client.invalidateQueries({ queryKey: key });
  useSocketEvent<MentionEvent>('mention', ask);
  // a conversation that left the user's sight takes its notices along
  useSocketEvent<TicketEvent>('ticket', (event) => {
    if (event.action === 'delete' && mentions.some(({ ticket }) => ticket.id === event.ticketId)) ask();
  });
  useEffect(() => onResync(() => void client.invalidateQueries({ queryKey: keyOf(id) })), [client, id]);
}

/** What names the user in a conversation is seen while they look at it. */
export function useSeeMentions(ticketId: number, active: boolean): void {
  const client = useQueryClient();
  const { id } = useSessionUser();
  const waiting = useMentions().filter(({ ticket }) => ticket.id === ticketId);
  const see = useEffectEvent(() => {
    if (!active || !isFocused() || waiting.length === 0) return;
    const ids = waiting.slice(0, MOST_SEEN).map((mention) => mention.id);
    client.setQueryData<Mention[]>(keyOf(id), (all) => all?.filter((mention) => !ids.includes(mention.id)));
    // what could not be told comes back, and is seen again
    seeMentions(ids).catch(() => client.invalidateQueries({ queryKey: keyOf(id) }));
  });
  const newest = waiting[0]?.id;
  useEffect(() => {
    if (active && newest !== undefined) see();
  }, [active, newest]);
  useEffect(() => {
    const look = () => see();
    window.addEventListener('focus', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      window.removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
}
