import { type RefObject, useEffect, useRef, useSyncExternalStore } from 'react';
import { useMatch } from 'react-router-dom';
import { isPageFocused, onPageFocusChange } from '../../shared/focus';

// Tabs of one browser coordinate by Web Locks. These exist only on https and localhost; elsewhere each tab acts alone.

const focusLock = 'atende-focus';
const conversationLock = (uuid: string) => `atende-looking:${uuid}`;

/** The uuid of the conversation that the user looks at in this tab. */
export function useFocusedConversation(): string | null {
  const focused = useSyncExternalStore(onPageFocusChange, isPageFocused);
  const ticket = useMatch('/tickets/:uuid')?.params.uuid;
  const chat = useMatch('/chats/:uuid')?.params.uuid;
  return focused ? (ticket ?? chat ?? null) : null;
}

function useSharedLock(name: string | null): void {
  useEffect(() => {
    if (name === null || !navigator.locks) return undefined;
    const { promise, resolve } = Promise.withResolvers<void>();
    void navigator.locks.request(name, { mode: 'shared' }, () => promise);
    return resolve;
  }, [name]);
}

/** Lets the other tabs know whether this one has the focus, and of which conversation. */
export function useFocusLocks(): void {
  const focused = useSyncExternalStore(onPageFocusChange, isPageFocused);
  const uuid = useFocusedConversation();
  useSharedLock(focused ? focusLock : null);
  useSharedLock(uuid === null ? null : conversationLock(uuid));
}

async function isHeld(name: string, here: boolean): Promise<boolean> {
  if (here || !navigator.locks) return here;
  const { held = [] } = await navigator.locks.query();
  return held.some((lock) => lock.name === name);
}

/** Whether any tab of this browser has the focus. */
export const isBrowserFocused = () => isHeld(focusLock, isPageFocused());

/** Whether the user looks at the conversation in any tab of this browser. */
export const isConversationFocused = (uuid: string, here: boolean) => isHeld(conversationLock(uuid), here);

/** Whether this tab is the one that acts for all; another takes over when it closes. */
export function useTabLeader(name: string, ready: boolean): RefObject<boolean> {
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
        // aborted on unmount, before the lock was granted
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
