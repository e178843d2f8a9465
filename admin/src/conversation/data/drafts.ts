import { useState, useSyncExternalStore } from 'react';
import { createListeners } from '../../providers/listeners';

const prefix = 'draft:';
const key = (ticketUuid: string) => prefix + ticketUuid;
const listeners = createListeners();

/** Unsent texts by conversation, in local storage: they survive a reload and the removal of the conversation. */
export const drafts = {
  get: (ticketUuid: string) => localStorage.getItem(key(ticketUuid)) ?? '',
  set(ticketUuid: string, text: string) {
    if (text === '') localStorage.removeItem(key(ticketUuid));
    else localStorage.setItem(key(ticketUuid), text);
    listeners.notify();
  },
};

let shared: { draftKey: string; files: readonly File[] } | null = null;

/** Files that another application shared with a conversation that is about to open. */
export const sharedFiles = {
  put(draftKey: string, files: readonly File[]) {
    shared = { draftKey, files };
  },
  take(draftKey: string): File[] {
    if (shared?.draftKey !== draftKey) return [];
    const { files } = shared;
    shared = null;
    return [...files];
  },
};

// notifies about changes in other tabs
window.addEventListener('storage', (event) => {
  if (event.key === null || event.key.startsWith(prefix)) listeners.notify();
});

export function useStoredDraft(ticketUuid: string): string {
  return useSyncExternalStore(listeners.subscribe, () => drafts.get(ticketUuid));
}

/** The text of a composer, stored on every keystroke. */
export function useDraft(ticketUuid: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => drafts.get(ticketUuid));
  const write = (next: string) => {
    setText(next);
    drafts.set(ticketUuid, next);
  };
  return [text, write];
}
