import { useEffect, useState } from 'react';
import { useSocketEvent } from '../../../providers/realtime';
import type { MessageEvent } from '../model/types';

/** A little longer than the phone waits before it says so again. */
const SHOWN_MS = 6_000;

/** Whether the customer is writing, where the channel tells; ends with their next message. */
export function useCustomerTyping(ticketId: number): boolean {
  const [told, setTold] = useState(0);
  useSocketEvent<{ ticketId: number }>('customerTyping', (event) => {
    if (event.ticketId === ticketId) setTold(Date.now());
  });
  useSocketEvent<MessageEvent>('appMessage', ({ action, message }) => {
    if (action === 'create' && message.ticketId === ticketId && !message.fromMe) setTold(0);
  });
  useEffect(() => {
    if (told === 0) return undefined;
    const timer = window.setTimeout(() => setTold(0), SHOWN_MS);
    return () => window.clearTimeout(timer);
  }, [told]);
  return told > 0;
}
