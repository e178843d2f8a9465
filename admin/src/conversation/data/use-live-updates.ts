import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { onResync, useSocketEvent, useSocketRoom } from '../../providers/realtime';
import { useLiveViewers } from '../presence/use-viewers';
import { useLiveQuickMessages } from '../quick-messages/use-quick-messages';
import { cacheContact, cacheMessageEvent, cacheTicketEvent } from './cache';
import { queryKeys } from './query-keys';
import { useCurrentUser } from './use-current-user';

const REFETCH_DELAY_MS = 300;

/** Asks again for the given lists, once after a burst of reasons. */
function useDebouncedRefetch(queryKey: readonly unknown[]): () => void {
  const client = useQueryClient();
  const timer = useRef<number | undefined>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  return () => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => void client.invalidateQueries({ queryKey }), REFETCH_DELAY_MS);
  };
}

/** Keeps everything that the workspace has cached in step with the server's events, and asks anew after a gap in them. */
export function useLiveUpdates(): void {
  const client = useQueryClient();
  const viewer = useCurrentUser();
  const recount = useDebouncedRefetch(queryKeys.allCounters);
  const relist = useDebouncedRefetch(queryKeys.lists);
  useLiveQuickMessages();
  useLiveViewers();
  // not `Tickets`: its lists hear `delete` before the `update` that moves a conversation, and rows would flicker
  useSocketRoom('Notification');
  useSocketEvent('ticket', (event) => {
    cacheTicketEvent(client, event, viewer);
    if (event.action !== 'updateUnread') recount();
  });
  useSocketEvent('appMessage', (event) => cacheMessageEvent(client, event, viewer));
  useSocketEvent('contact', ({ action, contact }) => {
    if (action !== 'delete' && contact) cacheContact(client, contact);
  });
  // Names and colours that rows carry along: rare enough to ask for the rows again.
  useSocketEvent('tag', () => {
    relist();
    void client.invalidateQueries({ queryKey: queryKeys.tags });
    void client.invalidateQueries({ queryKey: queryKeys.tickets });
  });
  useSocketEvent('queue', () => {
    relist();
    void client.invalidateQueries({ queryKey: queryKeys.queues });
  });
  useSocketEvent('whatsapp', () => void client.invalidateQueries({ queryKey: queryKeys.connections }));
  useEffect(() => onResync(() => void client.invalidateQueries({ queryKey: ['workspace'] })), [client]);
}
