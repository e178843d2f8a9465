import { useRef } from 'react';
import { tellTyping } from '../data/api';
import { useCapabilities } from '../data/use-capabilities';
import type { Ticket } from '../model/types';

/** The customer's phone shows it for 25 seconds. */
const EVERY_MS = 8_000;

/** Tells the customer now and then that somebody writes; nobody minds when that fails. */
export function useTyping({ id, whatsappId }: Ticket): () => void {
  const { typing } = useCapabilities(whatsappId);
  const told = useRef(0);
  return () => {
    const now = Date.now();
    if (!typing || now - told.current < EVERY_MS) return;
    told.current = now;
    tellTyping(id).catch(() => undefined);
  };
}
