import { useEffect, useRef, useState } from 'react';
import { emitToRoom, useSocketEvent } from '../../providers/realtime';
import type { Ticket } from '../model/types';
import { post } from './api';
import { useCapabilities } from './company-queries';

/** The contact's phone shows the indicator for 25 seconds. */
const CUSTOMER_EVERY_MS = 8_000;
/** Colleagues see the indicator for five seconds. */
const COLLEAGUES_EVERY_MS = 3_000;

/** Notifies a room, at most once per interval, that the user is typing. */
export function useRoomTyping(room: 'ChatBox' | 'InternalChat', uuid: string) {
  const toldAt = useRef(0);
  return {
    typed() {
      const now = Date.now();
      if (now - toldAt.current < COLLEAGUES_EVERY_MS) return;
      toldAt.current = now;
      emitToRoom('typing', room, uuid);
    },
    ended() {
      if (toldAt.current === 0) return;
      toldAt.current = 0;
      emitToRoom('idle', room, uuid);
    },
  };
}

/** Sends throttled typing indicators to the contact and to colleagues; errors are ignored. */
export function useTypingSignal({ id, uuid, status, whatsappId }: Ticket) {
  const { typing } = useCapabilities(whatsappId);
  const customerAt = useRef(0);
  const colleagues = useRoomTyping('ChatBox', uuid);
  return {
    typed() {
      colleagues.typed();
      const now = Date.now();
      if (!typing || status !== 'open' || now - customerAt.current < CUSTOMER_EVERY_MS) return;
      customerAt.current = now;
      post(`/tickets/${id}/typing`).catch(() => undefined);
    },
    ended: colleagues.ended,
  };
}

/** A little longer than the interval at which phones repeat the indicator. */
const SHOWN_MS = 6_000;

/** Whether the contact is typing, if the channel reports it; ends with their next message. */
export function useCustomerTyping(ticketId: number): boolean {
  const [typingAt, setTypingAt] = useState(0);
  useSocketEvent('customerTyping', (event) => {
    if (event.ticketId === ticketId) setTypingAt(Date.now());
  });
  useSocketEvent('appMessage', ({ action, message }) => {
    if (action === 'create' && message.ticketId === ticketId && !message.fromMe) setTypingAt(0);
  });
  useEffect(() => {
    if (typingAt === 0) return undefined;
    const timer = window.setTimeout(() => setTypingAt(0), SHOWN_MS);
    return () => window.clearTimeout(timer);
  }, [typingAt]);
  return typingAt > 0;
}
