import { useRef } from 'react';
import { tellTypingOfCustomer } from './api';

const EVERY_MS = 4_000;

/** Tells the company now and then that the customer writes; nobody minds when that fails. */
export function useCustomerTypes(connectionId: number, number: string): () => void {
  const told = useRef(0);
  return () => {
    const now = Date.now();
    if (now - told.current < EVERY_MS) return;
    told.current = now;
    tellTypingOfCustomer(connectionId, number).catch(() => undefined);
  };
}
