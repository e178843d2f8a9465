import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSessionUser } from '../../providers/session-user';
import { useNotifyError } from '../../shared/error-text';
import { firstUnread, type MessageListState } from '../model/message-list-state';
import { isAttendedBy } from '../model/ticket-rules';
import type { Ticket } from '../model/types';
import { post } from './api';
import { cacheTicketEvent } from './cache';
import { cancelExpectedRemoval, isRemovalExpected } from './use-ticket';

const isPageFocused = () => document.visibilityState === 'visible' && document.hasFocus();

/** Marks the open ticket as read while its attendant looks at it; `ready` once the unread divider is set. */
export function useMarkRead(ticket: Ticket, ready: boolean): void {
  const { id: me } = useSessionUser();
  const notifyError = useNotifyError();
  const busy = useRef(false);
  const again = useRef(false);
  const { id, unreadMessages } = ticket;
  const own = isAttendedBy(ticket, me);
  const read = useEffectEvent(async (looking: boolean) => {
    if (!ready || !own || !looking || unreadMessages === 0 || isRemovalExpected(id)) return;
    // the running call may not cover a message that arrives meanwhile
    again.current = true;
    if (busy.current) return;
    busy.current = true;
    try {
      while (again.current) {
        again.current = false;
        await post(`/tickets/${id}/read`);
      }
      cacheTicketEvent({ action: 'updateUnread', ticketId: id });
    } catch (error) {
      notifyError(error);
    } finally {
      busy.current = false;
    }
  });
  useEffect(() => void cancelExpectedRemoval(id), [id]);
  const opened = useRef<number | null>(null);
  useEffect(() => {
    // opening marks as read at once; later messages are marked only while the page has focus
    const opening = ready && own && opened.current !== id;
    if (ready && own) opened.current = id;
    if (unreadMessages > 0) void read(opening || isPageFocused());
  }, [id, unreadMessages, ready, own]);
  useEffect(() => {
    const look = () => void read(isPageFocused());
    window.addEventListener('focus', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      window.removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
}

interface UnreadAtOpening {
  dividerId: number | null;
  unread: number;
}

/** The unread messages at opening; fixed, so that reading does not move the divider. null until loaded. */
export function useUnreadAtOpening(state: MessageListState | undefined, unread: number): UnreadAtOpening | null {
  const [opened, setOpened] = useState<UnreadAtOpening | null>(null);
  if (opened || !state) return opened;
  const first = { dividerId: firstUnread(state.messages, unread), unread };
  setOpened(first);
  return first;
}
