import { useEffect, useRef, useState } from 'react';
import { queryClient, refetch } from '../../providers/query-client';
import { onResync, useSocketEvent, useSocketRoom } from '../../providers/realtime';
import { cacheContact, cacheMessageEvent, cacheTicketEvent, queryKeys } from './cache';
import { useLiveFileLists } from './use-file-lists';
import { useLiveQuickMessages } from './use-quick-messages';
import { useLiveViewers } from './use-viewers';

const REFETCH_DELAY_MS = 300;

/** Refetches once after a burst of calls. */
function useDebouncedRefetch(queryKey: readonly unknown[]): () => void {
  const timer = useRef<number | undefined>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  return () => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => refetch(queryKey), REFETCH_DELAY_MS);
  };
}

/** Applies socket events to the query cache, and refetches after a gap in them. */
export function useLiveUpdates(): void {
  const refetchCounters = useDebouncedRefetch(queryKeys.allCounters);
  const refetchLists = useDebouncedRefetch(queryKeys.lists);
  useLiveQuickMessages();
  useLiveFileLists();
  useLiveViewers();
  // not the room `Tickets`: there `delete` precedes the `update` that moves a ticket, and rows would flicker
  useSocketRoom('Notification');
  useSocketEvent('ticket', (event) => {
    cacheTicketEvent(event);
    if (event.action !== 'updateUnread') refetchCounters();
  });
  useSocketEvent('appMessage', cacheMessageEvent);
  useSocketEvent('contact', ({ action, contact }) => {
    if (action !== 'delete' && contact) cacheContact(contact);
  });
  // rows include names and colours of tags; these change rarely enough to refetch
  useSocketEvent('tag', () => {
    refetchLists();
    refetch(queryKeys.tags);
    refetch(queryKeys.tickets);
  });
  useSocketEvent('queue', () => {
    refetchLists();
    refetch(queryKeys.queues);
  });
  useSocketEvent('whatsapp', () => refetch(queryKeys.connections));
  useEffect(() => onResync(() => refetch(['workspace'])), []);
}

/** Clears what was cached before, because events are missed while another page is open. */
export function useFreshCache(): void {
  useState(() => {
    queryClient.removeQueries({ queryKey: queryKeys.conversations, type: 'inactive' });
    queryClient.removeQueries({ queryKey: queryKeys.tickets, type: 'inactive' });
  });
}
