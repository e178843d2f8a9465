import { type RefObject, useEffect, useRef } from 'react';

/**
 * Whether this tab is the one of several that acts. The lock passes on when its tab closes or is thrown away. Without Web Locks
 * (http outside localhost) every tab acts for itself.
 */
export function useLead(name: string, ready: boolean): RefObject<boolean> {
  const leads = useRef(false);
  useEffect(() => {
    if (!ready) return undefined;
    if (!navigator.locks) {
      leads.current = true;
      return undefined;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiting = new AbortController();
    navigator.locks
      .request(name, { signal: waiting.signal }, () => {
        leads.current = true;
        return promise;
      })
      .catch((error: unknown) => {
        // the page of whoever signs out stops waiting
        if (!waiting.signal.aborted) throw error;
      });
    return () => {
      leads.current = false;
      waiting.abort();
      resolve();
    };
  }, [name, ready]);
  return leads;
}
