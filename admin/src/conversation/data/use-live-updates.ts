import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { onResync, useSocketEvent, useSocketRoom } from '../../providers/realtime';
import { useLiveViewers } from '../presence/viewers';
import { useLiveQuickMessages } from '../quick-messages/use-quick-messages';
import { cacheContact, cacheMessageEvent, cacheTicketEvent } from './cache';
import { queryKeys } from './query-keys';
import { useCurrentUser } from './use-current-user';

const REFETCH_DELAY_MS = 300;

/** Refetches once after a burst of calls. */
function useDebouncedRefetch(queryKey: readonly unknown[]): () => void {
  const client = useQueryClient();
  const timer = useRef<number | undefined>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  return () => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => void client.invalidateQueries({ queryKey }), REFETCH_DELAY_MS);
  };
}

/** Applies socket events to the query cache, and refetches after a gap in them. */
export function useLiveUpdates(): void {
  const client = useQueryClient();
  const currentUser = useCurrentUser();
  const refetchCounters = useDebouncedRefetch(queryKeys.allCounters);
  const refetchLists = useDebouncedRefetch(queryKeys.lists);
  useLiveQuickMessages();
  useLiveViewers();
  // not `Tickets`: there `delete` precedes the `update` that moves a ticket, and rows would flicker
  useSocketRoom('Notification');
  useSocketEvent('ticket', (event) => {
    cacheTicketEvent(client, event, currentUser);
    if (event.action !== 'updateUnread') refetchCounters();
  });
  useSocketEvent('appMessage', (event) => cacheMessageEvent(client, event, currentUser));
  useSocketEvent('contact', ({ action, contact }) => {
    if (action !== 'delete' && contact) cacheContact(client, contact);
  });
  // rows include names and colours; changes are rare enough to refetch
  useSocketEvent('tag', () => {
    refetchLists();
    void client.invalidateQueries({ queryKey: queryKeys.tags });
    void client.invalidateQueries({ queryKey: queryKeys.tickets });
  });
  useSocketEvent('queue', () => {
    refetchLists();
    void client.invalidateQueries({ queryKey: queryKeys.queues });
  });
  useSocketEvent('whatsapp', () => void client.invalidateQueries({ queryKey: queryKeys.connections }));
  useEffect(() => onResync(() => void client.invalidateQueries({ queryKey: ['workspace'] })), [client]);
}
