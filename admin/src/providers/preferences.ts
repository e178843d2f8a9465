import { useSyncExternalStore } from 'react';
import type { Locale } from '../i18n';

/** A preference in local storage, shared by the tabs of this browser. */
export interface Preference<T> {
  get(): T;
  set(value: T): void;
  subscribe(listener: () => void): () => void;
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
}

/** T is compared by identity: a string, number or boolean. */
function preference<T>(key: string, parse: (stored: string | null) => T): Preference<T> {
  return {
    get: () => parse(localStorage.getItem(key)),
    set(next) {
      localStorage.setItem(key, String(next));
      // by itself the event reaches the other tabs only
      window.dispatchEvent(new StorageEvent('storage', { key }));
    },
    subscribe,
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
  /** How the page of schedules shows them. */
  scheduleView: preference<'list' | 'calendar'>('scheduleView', (stored) => (stored === 'calendar' ? stored : 'list')),
  /** The department of the conversation that was started last; 0: none. */
  newTicketQueue: preference<number>('newTicketQueue', (stored) => Number(stored) || 0),
  /** Volume of alerts, 0 to 1. */
  volume: preference<number>('volume', unit),
  /** Playback speed of voice messages. */
  audioSpeed: preference<number>('audioSpeed', (stored) => (audioSpeeds.includes(Number(stored)) ? Number(stored) : 1)),
  /** Whether messages are signed with the attendant's name. */
  signOption: preference<boolean>('signOption', on),
  /** Sounds for messages in the user's conversations, in pending ones, for assignments, mentions and internal chats. */
  sounds: {
    message: preference<boolean>('soundMessage', on),
    waiting: preference<boolean>('soundWaiting', on),
    assigned: preference<boolean>('soundAssigned', on),
    mention: preference<boolean>('soundMention', on),
    chat: preference<boolean>('soundChat', on),
  },
  /** Whether desktop notifications are shown; off until the user allows them. */
  desktopNotifications: preference<boolean>('desktopNotices', (stored) => stored === 'true'),
  /** Whose notices this browser receives while the application is closed; null: nobody's. */
  pushOwner: preference<number | null>('pushOwner', (stored) => (Number(stored) > 0 ? Number(stored) : null)),
  /** null: by the width of the page. */
  drawerOpen: preference<boolean | null>('drawerOpen', (stored) => (stored === null ? null : stored === 'true')),
  /** The name of the section of the menu that is open beside the first one; empty: none. */
  menuSection: preference<string>('menuSection', (stored) => stored ?? ''),
};

/** Whether single letters are shortcuts for this user: users of speech input or of a shared machine may not want them. */
export const letterShortcuts = (userId: number) => preference<boolean>(`letterShortcuts:${userId}`, on);

/** Ids of the announcements that this user has seen, with commas between them. */
export const seenAnnouncements = (userId: number) =>
  preference<string>(`seenAnnouncements:${userId}`, (stored) => stored ?? '');

/** Whether this manager has put the first steps away. */
export const firstStepsHidden = (userId: number) =>
  preference<boolean>(`firstStepsHidden:${userId}`, (stored) => stored === 'true');

export function usePreference<T>(source: Preference<T>): [T, (value: T) => void] {
  return [useSyncExternalStore(subscribe, source.get), source.set];
}
