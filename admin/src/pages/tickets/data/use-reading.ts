import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useNotify } from 'react-admin';
import { errorText } from '../../../shared/error-text';
import { attends } from '../model/ticket-rules';
import type { Ticket } from '../model/types';
import { markTicket } from './api';
import { takeTicketEvent } from './cache';
import { isLeaving, stay } from './use-ticket';
import { useViewer } from './use-viewer';

const isLooking = () => document.visibilityState === 'visible' && document.hasFocus();

/**
 * Marks the opened ticket read, now and while the responsible person looks at it; nobody else's look counts. `ready`: what was
 * unread has been noted for the divider.
 */
export function useReading(ticket: Ticket, ready: boolean): void {
  const client = useQueryClient();
  const viewer = useViewer();
  const notify = useNotify();
  const busy = useRef(false);
  const again = useRef(false);
  const { id, unreadMessages } = ticket;
  const own = attends(ticket, viewer.id);
  const read = useEffectEvent(async (looking: boolean) => {
    if (!ready || !own || !looking || unreadMessages === 0 || isLeaving(id)) return;
    // A message that comes while the call is under way may be too late for it.
    again.current = true;
    if (busy.current) return;
    busy.current = true;
    try {
      while (again.current) {
        again.current = false;
        await markTicket(id, 'read');
      }
      takeTicketEvent(client, { action: 'updateUnread', ticketId: id }, viewer);
    } catch (error) {
      notify(errorText(error), { type: 'error' });
    } finally {
      busy.current = false;
    }
  });
  useEffect(() => void stay(id), [id]);
  const opened = useRef<number | null>(null);
  useEffect(() => {
    // Opening is an act of its own; later messages count as read only under somebody's eyes.
    const opening = ready && own && opened.current !== id;
    if (ready && own) opened.current = id;
    if (unreadMessages > 0) void read(opening || isLooking());
  }, [id, unreadMessages, ready, own]);
  useEffect(() => {
    const look = () => void read(isLooking());
    window.addEventListener('focus', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      window.removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
}
