import { useEffect, useState } from 'react';
import { type WindowState, windowState } from '../model/window';

const TICK_MS = 15_000;

/** The window of the conversation as time passes. */
export function useWindow(until: string | null): WindowState {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (until === null) return;
    const timer = window.setInterval(() => setNow(Date.now()), TICK_MS);
    return () => window.clearInterval(timer);
  }, [until]);
  // what came in since the last tick has a window that is newer than it
  return windowState(until, now);
}
