import { useRef } from 'react';
import { tellRoom } from '../../../providers/realtime';
import { tellTyping } from '../data/api';
import { useCapabilities } from '../data/use-capabilities';
import type { Ticket } from '../model/types';

/** The customer's phone shows it for 25 seconds. */
const CUSTOMER_EVERY_MS = 8_000;
/** Colleagues see it for five seconds. */
const COLLEAGUES_EVERY_MS = 3_000;

interface Typing {
  typed(): void;
  /** It was sent, or taken back. */
  ended(): void;
}

/** Tells the customer and the colleagues now and then that somebody writes; nobody minds when that fails. */
export function useTyping({ id, uuid, whatsappId }: Ticket): Typing {
  const { typing } = useCapabilities(whatsappId);
  const customer = useRef(0);
  const colleagues = useRef(0);
  return {
    typed() {
      const now = Date.now();
      if (now - colleagues.current >= COLLEAGUES_EVERY_MS) {
        colleagues.current = now;
        tellRoom('typing', 'ChatBox', uuid);
      }
      if (!typing || now - customer.current < CUSTOMER_EVERY_MS) return;
      customer.current = now;
      tellTyping(id).catch(() => undefined);
    },
    ended() {
      if (colleagues.current === 0) return;
      colleagues.current = 0;
      tellRoom('idle', 'ChatBox', uuid);
    },
  };
}
