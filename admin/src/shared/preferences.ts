import { useSyncExternalStore } from 'react';

export type Locale = 'pt' | 'en' | 'es';

/** A choice of this browser, kept in local storage and shared by every tab. */
export interface Preference<T> {
  get(): T;
  set(value: T): void;
  subscribe(listener: () => void): () => void;
}

function preference<T>(key: string, parse: (stored: string | null) => T): Preference<T> {
  const listeners = new Set<() => void>();
  let raw = localStorage.getItem(key);
  let value = parse(raw);
  const publish = () => {
    for (const listener of listeners) listener();
  };
  window.addEventListener('storage', (event) => {
    if (event.key !== key && event.key !== null) return;
    raw = localStorage.getItem(key);
    value = parse(raw);
    publish();
  });
  return {
    get: () => value,
    set(next) {
      raw = String(next);
      value = next;
      localStorage.setItem(key, raw);
      publish();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function unit(stored: string | null): number {
  const value = stored === null || stored === '' ? Number.NaN : Number(stored);
  return Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : 1;
}

export const preferences = {
  /** null: follow the system. */
  preferredTheme: preference<'light' | 'dark' | null>('preferredTheme', (stored) =>
    stored === 'light' || stored === 'dark' ? stored : null,
  ),
  /** null: nothing chosen in this browser, the user's own language counts. */
  language: preference<Locale | null>('language', (stored) =>
    stored === 'pt' || stored === 'en' || stored === 'es' ? stored : null,
  ),
  /** Loudness of notifications, 0 to 1. */
  volume: preference<number>('volume', unit),
  /** Whether messages carry the attendant's name. */
  signOption: preference<boolean>('signOption', (stored) => stored !== 'false'),
  /** null: decided by the width of the page. */
  drawerOpen: preference<boolean | null>('drawerOpen', (stored) => (stored === null ? null : stored === 'true')),
};

export function usePreference<T>(source: Preference<T>): [T, (value: T) => void] {
  return [useSyncExternalStore(source.subscribe, source.get), source.set];
}
