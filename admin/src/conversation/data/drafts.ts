import { useState, useSyncExternalStore } from 'react';

const prefix = 'draft:';
const key = (ticketUuid: string) => prefix + ticketUuid;
const listeners = new Set<() => void>();

function publish() {
  for (const listener of listeners) listener();
}

/** What was being written, by conversation; survives a reload and the loss of the conversation. */
export const drafts = {
  get: (ticketUuid: string) => localStorage.getItem(key(ticketUuid)) ?? '',
  set(ticketUuid: string, text: string) {
    if (text === '') localStorage.removeItem(key(ticketUuid));
    else localStorage.setItem(key(ticketUuid), text);
    publish();
  },
};

function subscribe(listener: () => void): () => void {
  // another tab of this browser
  const stored = (event: StorageEvent) => {
    if (event.key === null || event.key.startsWith(prefix)) listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', stored);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', stored);
  };
}

/** The draft of a conversation, wherever it is written. */
export function useStoredDraft(ticketUuid: string): string {
  return useSyncExternalStore(subscribe, () => drafts.get(ticketUuid));
}

/** The text being written in a conversation, kept at every stroke. */
export function useDraft(ticketUuid: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => drafts.get(ticketUuid));
  const write = (next: string) => {
    setText(next);
    drafts.set(ticketUuid, next);
  };
  return [text, write];
}
