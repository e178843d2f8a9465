import { useSyncExternalStore } from 'react';

export type Locale = 'pt' | 'en' | 'es';

/** A preference in local storage, shared by the tabs of this browser. */
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

/** The speeds of voice messages, in the order of their button. */
export const audioSpeeds: readonly number[] = [0.5, 1, 1.5, 2];

const on = (stored: string | null): boolean => stored !== 'false';

export const preferences = {
  /** null: follow the system. */
  preferredTheme: preference<'light' | 'dark' | null>('preferredTheme', (stored) =>
    stored === 'light' || stored === 'dark' ? stored : null,
  ),
  /** null: the language of the user's account. */
  language: preference<Locale | null>('language', (stored) =>
    stored === 'pt' || stored === 'en' || stored === 'es' ? stored : null,
  ),
  /** Volume of alerts, 0 to 1. */
  volume: preference<number>('volume', unit),
  /** Playback speed of voice messages. */
  audioSpeed: preference<number>('audioSpeed', (stored) => (audioSpeeds.includes(Number(stored)) ? Number(stored) : 1)),
  /** Whether messages are signed with the attendant's name. */
  signOption: preference<boolean>('signOption', on),
  /** Sounds for messages in the user's conversations, in pending ones, for assignments and for mentions. */
  soundMessage: preference<boolean>('soundMessage', on),
  soundWaiting: preference<boolean>('soundWaiting', on),
  soundAssigned: preference<boolean>('soundAssigned', on),
  soundMention: preference<boolean>('soundMention', on),
  /** Whether desktop notifications are shown; off until the user allows them. */
  desktopNotifications: preference<boolean>('desktopNotices', (stored) => stored === 'true'),
  /** null: by the width of the page. */
  drawerOpen: preference<boolean | null>('drawerOpen', (stored) => (stored === null ? null : stored === 'true')),
};

const letters = new Map<number, Preference<boolean>>();

/** Whether single letters are shortcuts for this user: users of speech input or of a shared machine may not want them. */
export function letterShortcuts(userId: number): Preference<boolean> {
  const known = letters.get(userId) ?? preference<boolean>(`letterShortcuts:${userId}`, on);
  letters.set(userId, known);
  return known;
}

export function usePreference<T>(source: Preference<T>): [T, (value: T) => void] {
  return [useSyncExternalStore(source.subscribe, source.get), source.set];
}
