import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { api } from '../providers/http';
import { onResync, useSocketEvent } from '../providers/realtime';
import { useSessionUser } from '../providers/session-user';
import type { Mention } from '../providers/socket-events';
import { isPageFocused, onPageFocusChange } from './focus';

const REFETCH_MS = 60_000;
/** The server's limit for one request. */
const MAX_SEEN = 50;

const noMentions: readonly Mention[] = [];
const keyOf = (userId: number) => ['mentions', userId] as const;

/** The unseen mentions of the user, newest first; updated by {@link useLiveMentions}. */
export function useMentions(): readonly Mention[] {
  const { id } = useSessionUser();
  const { data } = useQuery<Mention[]>({ queryKey: keyOf(id), enabled: false });
  return data ?? noMentions;
}

/** Loads the mentions and refetches them after socket events. Mounted once. */
export function useLiveMentions(): void {
  const client = useQueryClient();
  const { id } = useSessionUser();
  const queryKey = keyOf(id);
  const mentions = useMentions();
  useQuery<Mention[]>({
    queryKey,
    queryFn: ({ signal }) => api('/ticket-notes/mentions', { signal }),
    refetchInterval: REFETCH_MS,
  });
  const refetch = () => void client.invalidateQueries({ queryKey });
  useSocketEvent('mention', refetch);
  // mentions in a conversation that the user no longer sees are gone
  useSocketEvent('ticket', (event) => {
    if (event.action === 'delete' && mentions.some(({ ticket }) => ticket.id === event.ticketId)) refetch();
  });
  useEffect(() => onResync(() => void client.invalidateQueries({ queryKey: keyOf(id) })), [client, id]);
}

/** Marks the mentions in a conversation as seen while the user looks at it. */
export function useSeeMentions(ticketId: number, active: boolean): void {
  const client = useQueryClient();
  const { id } = useSessionUser();
  const unseen = useMentions().filter(({ ticket }) => ticket.id === ticketId);
  const see = useEffectEvent(() => {
    if (!active || !isPageFocused() || unseen.length === 0) return;
    const ids = unseen.slice(0, MAX_SEEN).map((mention) => mention.id);
    client.setQueryData<Mention[]>(keyOf(id), (all) => all?.filter((mention) => !ids.includes(mention.id)));
    // after a failure they are loaded again, and marked again
    api('/ticket-notes/mentions/seen', { method: 'POST', body: { ids } }).catch(() =>
      client.invalidateQueries({ queryKey: keyOf(id) }),
    );
  });
  const newest = unseen[0]?.id;
  useEffect(() => {
    if (active && newest !== undefined) see();
  }, [active, newest]);
  useEffect(() => onPageFocusChange(() => see()), []);
}
