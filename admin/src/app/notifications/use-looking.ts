import { useEffect, useSyncExternalStore } from 'react';
import { useMatch } from 'react-router-dom';

const events = ['focus', 'blur'] as const;

function subscribe(listener: () => void): () => void {
  for (const name of events) window.addEventListener(name, listener);
  document.addEventListener('visibilitychange', listener);
  return () => {
    for (const name of events) window.removeEventListener(name, listener);
    document.removeEventListener('visibilitychange', listener);
  };
}

/** Whether somebody looks at this tab. */
export const isFocused = () => document.visibilityState === 'visible' && document.hasFocus();

/** The conversation that is open and in front of somebody's eyes in this tab, by its uuid. */
export function useLookedAt(): string | null {
  const focused = useSyncExternalStore(subscribe, isFocused);
  const uuid = useMatch('/tickets/:uuid')?.params.uuid ?? null;
  return focused ? uuid : null;
}

export const lookingLock = (uuid: string) => `atende-looking:${uuid}`;
export const focusLock = 'atende-focus';

/** Holds a lock by which the other tabs see what this one is doing; null holds nothing. */
export function useSharedLock(name: string | null): void {
  useEffect(() => {
    // Web Locks exist only on https and localhost; elsewhere each tab knows only of itself.
    if (name === null || !navigator.locks) return undefined;
    const { promise, resolve } = Promise.withResolvers<void>();
    void navigator.locks.request(name, { mode: 'shared' }, () => promise);
    return resolve;
  }, [name]);
}

/** Tells the other tabs that this one is looked at, and at which conversation. */
export function useTellLooking(): void {
  const focused = useSyncExternalStore(subscribe, isFocused);
  const uuid = useLookedAt();
  useSharedLock(focused ? focusLock : null);
  useSharedLock(uuid === null ? null : lookingLock(uuid));
}

/** Whether any tab of this browser holds the lock; without Web Locks, whether this one would. */
export async function isHeld(name: string, here: boolean): Promise<boolean> {
  if (here || !navigator.locks) return here;
  const { held = [] } = await navigator.locks.query();
  return held.some((lock) => lock.name === name);
}
