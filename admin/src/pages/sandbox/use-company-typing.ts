import { useEffect, useState } from 'react';
import { useSocketEvent } from '../../providers/realtime';
import type { SandboxEvent } from './types';

/** A little longer than the attendant's screen waits before it says so again. */
const SHOWN_MS = 10_000;

/** Whether the company is writing to this customer; ends with its next message. */
export function useCompanyTyping(connectionId: number, number: string): boolean {
  const [told, setTold] = useState(0);
  useSocketEvent<SandboxEvent>('sandbox', (event) => {
    if (event.connectionId !== connectionId || event.number !== number) return;
    if (event.action === 'typing') setTold(Date.now());
    else if (event.action === 'message') setTold(0);
  });
  useEffect(() => {
    if (told === 0) return;
    const timer = window.setTimeout(() => setTold(0), SHOWN_MS);
    return () => window.clearTimeout(timer);
  }, [told]);
  return told > 0;
}
