import type { ConversationKey, MediaType, Message, QuotedMessage } from './types';

export interface OutboxEntry {
  clientMessageId: string;
  conversation: ConversationKey;
  body: string;
  quoted: QuotedMessage | null;
  file: File | null;
  /** The object URL of the file. */
  localUrl: string | null;
  /** true for a recording, false for an audio file. */
  voice: boolean;
  /** Ids of the mentioned colleagues. */
  mentions: readonly number[];
  /** `unreached` messages are sent again automatically; `failed` ones were refused by the server. */
  state: 'waiting' | 'sending' | 'unreached' | 'failed';
  /** From 0 to 1. */
  progress: number;
  errorText: string | null;
  createdAt: string;
}

export function mediaTypeOf(mime: string): MediaType {
  const kind = mime.split('/')[0];
  return kind === 'image' || kind === 'audio' || kind === 'video' ? kind : 'application';
}

export function patchEntry(
  entries: readonly OutboxEntry[],
  id: string,
  patch: Partial<OutboxEntry>,
): readonly OutboxEntry[] {
  return entries.map((entry) => (entry.clientMessageId === id ? { ...entry, ...patch } : entry));
}

/** Also marks the waiting messages of the same conversation, to keep the order. */
export function markUnreached(entries: readonly OutboxEntry[], id: string): readonly OutboxEntry[] {
  const held = entries.find(({ clientMessageId }) => clientMessageId === id);
  return entries.map((entry) =>
    entry === held || (entry.conversation === held?.conversation && entry.state === 'waiting')
      ? { ...entry, state: 'unreached' as const, progress: 0, errorText: null }
      : entry,
  );
}

export function resumeUnreached(
  entries: readonly OutboxEntry[],
  conversation?: ConversationKey,
): readonly OutboxEntry[] {
  return entries.map((entry) =>
    entry.state === 'unreached' && (conversation === undefined || entry.conversation === conversation)
      ? { ...entry, state: 'waiting' as const }
      : entry,
  );
}

/** The oldest waiting message of a conversation, unless one is being sent. */
export function nextToSend(entries: readonly OutboxEntry[], conversation: ConversationKey): OutboxEntry | undefined {
  const own = entries.filter((entry) => entry.conversation === conversation);
  return own.some(({ state }) => state === 'sending') ? undefined : own.find(({ state }) => state === 'waiting');
}

export const ticketKey = ({ id }: { id: number }): ConversationKey => `ticket:${id}`;
export const chatKey = ({ id }: { id: number }): ConversationKey => `chat:${id}`;

/** The id inside the key. */
export const idOf = (conversation: ConversationKey): number => Number(conversation.split(':')[1]);

/** Negative ids never collide with ids of the server. */
function toMessage(entry: OutboxEntry, index: number): Message {
  const status = entry.state === 'failed' || entry.state === 'unreached' ? entry.state : 'sending';
  return {
    id: -1 - index,
    ticketId: idOf(entry.conversation),
    body: entry.body,
    fromMe: true,
    read: true,
    mediaUrl: entry.localUrl,
    thumbUrl: null,
    mediaName: entry.file?.name || null,
    mediaMime: entry.file?.type ?? null,
    mediaSize: entry.file?.size ?? null,
    mediaType: entry.file ? mediaTypeOf(entry.file.type) : 'chat',
    quotedMsg: entry.quoted,
    isDeleted: false,
    isEdited: false,
    isForwarded: false,
    preview: null,
    ack: 0,
    status,
    errorCode: null,
    errorText: entry.errorText,
    clientMessageId: entry.clientMessageId,
    participant: null,
    contact: null,
    user: null,
    reactions: [],
    data: entry.voice ? { voice: true } : null,
    createdAt: entry.createdAt,
  };
}

/** Appends the unsent messages, except those that the server has stored. */
export function withOutbox(messages: readonly Message[], entries: readonly OutboxEntry[]): readonly Message[] {
  if (entries.length === 0) return messages;
  const arrived = new Set(messages.map(({ clientMessageId }) => clientMessageId));
  const missing = entries.filter(({ clientMessageId }) => !arrived.has(clientMessageId));
  return missing.length === 0 ? messages : [...messages, ...missing.map(toMessage)];
}

/** Only entries without a file, because files cannot be restored after a reload. */
export function persistable(entries: readonly OutboxEntry[]): readonly OutboxEntry[] {
  return entries.filter(({ file }) => file === null);
}

function isEntry(value: unknown): value is OutboxEntry {
  if (value === null || typeof value !== 'object') return false;
  const entry = value as Partial<OutboxEntry>;
  return (
    typeof entry.clientMessageId === 'string' &&
    typeof entry.conversation === 'string' &&
    typeof entry.body === 'string'
  );
}

/** Converts entries of an older version, which stored the ticket id. */
function current(value: unknown): unknown {
  const { ticketId } = (value ?? {}) as { ticketId?: unknown };
  return typeof ticketId === 'number' ? { conversation: ticketKey({ id: ticketId }), ...(value as object) } : value;
}

export function restore(stored: string | null): readonly OutboxEntry[] {
  if (!stored) return [];
  try {
    const parsed: unknown = JSON.parse(stored);
    if (!Array.isArray(parsed)) return [];
    return parsed
      .map(current)
      .filter(isEntry)
      .map((entry) => {
        const state = entry.state === 'failed' ? 'failed' : 'unreached';
        return {
          ...entry,
          file: null,
          localUrl: null,
          voice: false,
          mentions: entry.mentions ?? [],
          progress: 0,
          state,
        };
      });
  } catch {
    // the stored text is invalid, so there is nothing to restore
    return [];
  }
}
