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

/** Of voice messages, in the order of their button. */
export const audioSpeeds: readonly number[] = [0.5, 1, 1.5, 2];

const on = (stored: string | null): boolean => stored !== 'false';

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
  /** How fast voice messages are played. */
  audioSpeed: preference<number>('audioSpeed', (stored) => (audioSpeeds.includes(Number(stored)) ? Number(stored) : 1)),
  /** Whether messages carry the attendant's name. */
  signOption: preference<boolean>('signOption', on),
  /** Whether a message in an own conversation is heard, a customer who waits, a conversation that was handed over, a note that names me. */
  soundMessage: preference<boolean>('soundMessage', on),
  soundWaiting: preference<boolean>('soundWaiting', on),
  soundAssigned: preference<boolean>('soundAssigned', on),
  soundMention: preference<boolean>('soundMention', on),
  /** Whether the browser shows notifications; asked for, never by itself. */
  desktopNotices: preference<boolean>('desktopNotices', (stored) => stored === 'true'),
  /** null: decided by the width of the page. */
  drawerOpen: preference<boolean | null>('drawerOpen', (stored) => (stored === null ? null : stored === 'true')),
};

const letters = new Map<number, Preference<boolean>>();

/** Whether single letters are shortcuts for this user: who speaks to the machine, or shares it, may not want them. */
export function letterShortcuts(userId: number): Preference<boolean> {
  const known = letters.get(userId) ?? preference<boolean>(`letterShortcuts:${userId}`, on);
  letters.set(userId, known);
  return known;
}

export function usePreference<T>(source: Preference<T>): [T, (value: T) => void] {
  return [useSyncExternalStore(source.subscribe, source.get), source.set];
}
