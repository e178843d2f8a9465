import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { onResync, useSocketEvent, useSocketRoom } from '../../../providers/realtime';
import type { Contact, MessageEvent, TicketEvent } from '../model/types';
import { useLiveQuickMessages } from '../quick/use-quick-messages';
import { takeContact, takeMessageEvent, takeTicketEvent } from './cache';
import { keys } from './keys';
import { useViewer } from './use-viewer';
import { useLiveViewers } from './use-viewers';

const SETTLE_MS = 300;

/** Asks again for the given lists, once after a burst of reasons. */
function useSettledRefetch(queryKey: readonly unknown[]): () => void {
  const client = useQueryClient();
  const timer = useRef<number | undefined>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  return () => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => void client.invalidateQueries({ queryKey }), SETTLE_MS);
  };
}

/** Keeps everything that the workspace has cached in step with the server's events, and asks anew after a gap in them. */
export function useLiveWorkspace(): void {
  const client = useQueryClient();
  const viewer = useViewer();
  const recount = useSettledRefetch(keys.allCounters);
  const relist = useSettledRefetch(keys.lists);
  useLiveQuickMessages();
  useLiveViewers();
  // not `Tickets`: its lists hear `delete` before the `update` that moves a conversation, and rows would flicker
  useSocketRoom('Notification');
  useSocketEvent<TicketEvent>('ticket', (event) => {
    takeTicketEvent(client, event, viewer);
    if (event.action !== 'updateUnread') recount();
  });
  useSocketEvent<MessageEvent>('appMessage', (event) => takeMessageEvent(client, event, viewer));
  useSocketEvent<{ action: string; contact?: Contact }>('contact', ({ action, contact }) => {
    if (action !== 'delete' && contact) takeContact(client, contact);
  });
  // Names and colours that rows carry along: rare enough to ask for the rows again.
  useSocketEvent('tag', () => {
    relist();
    void client.invalidateQueries({ queryKey: keys.tags });
    void client.invalidateQueries({ queryKey: keys.tickets });
  });
  useSocketEvent('queue', () => {
    relist();
    void client.invalidateQueries({ queryKey: keys.queues });
  });
  useSocketEvent('whatsapp', () => void client.invalidateQueries({ queryKey: keys.connections }));
  useEffect(() => onResync(() => void client.invalidateQueries({ queryKey: ['workspace'] })), [client]);
}
