import { useEffect, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { createListeners } from '../providers/listeners';

/** What was typed while an action ran goes on as long as its keys follow each other this closely. */
const PAUSE_MS = 800;

interface Acting {
  name: string;
  /** The records that it changes. */
  ids: readonly number[];
}

const running = new Set<Acting>();
const listeners = createListeners();
let typedAt = Number.NEGATIVE_INFINITY;

function start(acting: Acting): () => void {
  running.add(acting);
  listeners.notify();
  return () => {
    running.delete(acting);
    listeners.notify();
  };
}

/**
 * Performs an action of the user on records. Until its outcome is known, no letter outside of a field does anything.
 * `onStart` shows at once where the user goes on, before another key can be pressed.
 */
export async function act<T>(
  name: string,
  ids: readonly number[],
  perform: () => Promise<T>,
  onStart?: () => void,
): Promise<T> {
  const end = flushSync(() => {
    const end = start({ name, ids });
    onStart?.();
    return end;
  });
  try {
    return await perform();
  } finally {
    // after the notifications of the query cache, so that no component sees the end without the outcome
    setTimeout(end);
  }
}

/** While the component is shown instead of something that is still being opened. */
export function useOpening(): void {
  useEffect(() => start({ name: 'open', ids: [] }), []);
}

/** The action on a record whose outcome is not known yet. */
export function useActing(id: number): string | null {
  return useSyncExternalStore(
    listeners.subscribe,
    () => [...running].findLast(({ ids }) => ids.includes(id))?.name ?? null,
  );
}

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/**
 * Called with every key. Whether it belongs to a text that the user types although no field has the focus, because an
 * action has not led anywhere yet: as a shortcut, or on the button that gets the focus next, it would do what nobody wanted.
 */
export function isStrayKey({ key, ctrlKey, metaKey, altKey }: Key, at: number, pressed: boolean): boolean {
  const typing = at - typedAt < PAUSE_MS;
  const writes = key.length === 1 && !ctrlKey && !metaKey && !altKey;
  if (pressed && writes && (typing || (running.size > 0 && key !== ' '))) typedAt = at;
  return (writes && key !== ' ' && running.size > 0) || (typing && (writes || key === 'Enter'));
}
