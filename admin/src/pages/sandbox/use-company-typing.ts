import { useEffect, useState } from 'react';
import { useSocketEvent } from '../../providers/realtime';
import { typedSince } from './sandbox-state';
import type { SandboxEvent, SandboxMessage } from './types';

/** A little longer than the attendant's screen waits before it says so again. */
const SHOWN_MS = 10_000;

/** Whether the company is writing to this customer; over with its next message, even if the word of it comes late. */
export function useCompanyTyping(connectionId: number, number: string, messages: readonly SandboxMessage[]): boolean {
  const [told, setTold] = useState<string | null>(null);
  useSocketEvent<SandboxEvent>('sandbox', (event) => {
    if (event.connectionId !== connectionId || event.number !== number) return;
    if (event.action === 'typing') setTold(event.at ?? null);
  });
  useEffect(() => {
    if (told === null) return;
    const timer = window.setTimeout(() => setTold(null), SHOWN_MS);
    return () => window.clearTimeout(timer);
  }, [told]);
  return told !== null && typedSince(messages, told);
}
