import { useMemo, useSyncExternalStore } from 'react';
import { ApiError } from '../../providers/http';
import { createListeners } from '../../providers/listeners';
import { session } from '../../providers/session';
import { errorText } from '../../shared/error-text';
import { measureFile, rememberLocalSize } from '../model/files';
import {
  markUnreached,
  nextToSend,
  type OutboxEntry,
  patchEntry,
  persistable,
  restore,
  resumeUnreached,
} from '../model/outbox';
import type { ConversationKey, QuotedMessage } from '../model/types';
import { messageSource } from './message-source';
import { confirmBeforeUnload, newId } from './store-helpers';

// kept outside React, so that leaving the conversation or page neither loses nor repeats a message
const listeners = createListeners();
const aborts = new Map<string, AbortController>();
let owner: number | null = null;
let entries: readonly OutboxEntry[] = [];

const storageKey = () => `outbox:${owner}`;

function publish(next: readonly OutboxEntry[]) {
  entries = next;
  const texts = persistable(next);
  if (texts.length > 0) localStorage.setItem(storageKey(), JSON.stringify(texts));
  else localStorage.removeItem(storageKey());
  listeners.notify();
}

const patch = (id: string, change: Partial<OutboxEntry>) => publish(patchEntry(entries, id, change));

/** Entries belong to the user who wrote them; another user may sign in in the same tab. */
function switchOwner() {
  if (owner === session.userId) return;
  owner = session.userId;
  entries = restore(localStorage.getItem(storageKey()));
}

function removeEntry(id: string) {
  const entry = entries.find(({ clientMessageId }) => clientMessageId === id);
  if (!entry) return;
  publish(entries.filter((each) => each !== entry));
  if (entry.localUrl) URL.revokeObjectURL(entry.localUrl);
}

/** The server may not have received the message, so it is sent again with the same id. */
const isUnreached = (error: unknown) => error instanceof ApiError && (error.status === 0 || error.status >= 502);

async function send(entry: OutboxEntry) {
  const id = entry.clientMessageId;
  const abort = new AbortController();
  aborts.set(id, abort);
  patch(id, { state: 'sending', errorText: null });
  try {
    const source = messageSource(entry.conversation);
    const onProgress = (progress: number) => patch(id, { progress });
    source.merge(await source.send(entry, { signal: abort.signal, onProgress }), true);
    removeEntry(id);
  } catch (error) {
    if (abort.signal.aborted) removeEntry(id);
    else if (isUnreached(error)) publish(markUnreached(entries, id));
    else patch(id, { state: 'failed', progress: 0, errorText: errorText(error) });
  } finally {
    aborts.delete(id);
    sendNext(entry.conversation);
  }
}

/** Measures a picture to reserve its space until the server has measured it. */
async function rememberSize(id: string, file: File) {
  const size = await measureFile(file);
  if (!size) return;
  rememberLocalSize(id, size);
  patch(id, {});
}

// sends one message at a time per conversation, so that they keep their order
function sendNext(conversation: ConversationKey) {
  const next = nextToSend(entries, conversation);
  if (next) void send(next);
}

// asks before the page unloads, because a reload restores texts but no files
confirmBeforeUnload(() => owner === session.userId && entries.some(({ file }) => file !== null));

export interface OutgoingMessage {
  body: string;
  quoted: QuotedMessage | null;
  file?: File;
  /** An existing object URL of the file; it is revoked after sending. */
  localUrl?: string;
  /** true for a recording, false for an audio file. */
  voice?: boolean;
  /** Ids of the mentioned colleagues. */
  mentions?: readonly number[];
}

export const outbox = {
  add(conversation: ConversationKey, { body, quoted, file, localUrl, voice = false, mentions = [] }: OutgoingMessage) {
    switchOwner();
    const entry: OutboxEntry = {
      clientMessageId: newId(),
      conversation,
      body,
      quoted,
      file: file ?? null,
      localUrl: localUrl ?? (file ? URL.createObjectURL(file) : null),
      voice,
      mentions,
      state: 'waiting',
      progress: 0,
      errorText: null,
      createdAt: new Date().toISOString(),
    };
    publish([...resumeUnreached(entries, conversation), entry]);
    if (file) void rememberSize(entry.clientMessageId, file);
    sendNext(conversation);
  },
  retry(id: string) {
    const entry = entries.find(({ clientMessageId }) => clientMessageId === id);
    if (!entry) return;
    const again = entry.state === 'failed' ? patchEntry(entries, id, { state: 'waiting' }) : entries;
    publish(resumeUnreached(again, entry.conversation));
    sendNext(entry.conversation);
  },
  /** Sends messages again that did not reach the server, in order. */
  resume() {
    switchOwner();
    publish(resumeUnreached(entries));
    for (const conversation of new Set(entries.map((entry) => entry.conversation))) sendNext(conversation);
  },
  /** Aborts an upload or removes a failed message. */
  discard(id: string) {
    const abort = aborts.get(id);
    if (abort) abort.abort();
    else removeEntry(id);
  },
  /** Removes all unsent messages of a conversation that no longer exists. */
  forget(conversation: ConversationKey) {
    switchOwner();
    for (const entry of entries) if (entry.conversation === conversation) outbox.discard(entry.clientMessageId);
  },
  /** Removes the entry, because an event or a page contains the stored message. */
  settle(id: string) {
    if (!aborts.has(id)) removeEntry(id);
  },
};

function readEntries() {
  switchOwner();
  return entries;
}

/** The unsent messages of a conversation, in order. */
export function useOutbox(conversation: ConversationKey): readonly OutboxEntry[] {
  const all = useSyncExternalStore(listeners.subscribe, readEntries);
  return useMemo(() => all.filter((entry) => entry.conversation === conversation), [all, conversation]);
}

export function useUnsent(conversation: ConversationKey): OutboxEntry | undefined {
  return useSyncExternalStore(listeners.subscribe, () =>
    readEntries().findLast((entry) => entry.conversation === conversation),
  );
}

/** Whether a recording of this conversation is being sent. */
export function useSendingVoice(conversation: ConversationKey): boolean {
  return useOutbox(conversation).some(({ voice, state }) => voice && (state === 'waiting' || state === 'sending'));
}
