import type { Message, MessagePage } from './types';

/** The loaded part of a conversation, oldest first. */
export interface MessageListState {
  messages: readonly Message[];
  cursor?: string | null;
  hasMore: boolean;
}

const byId = (a: Message, b: Message) => a.id - b.id;

export const startMessages = (page: MessagePage): MessageListState =>
  prependPage({ messages: [], cursor: null, hasMore: false }, page);

/** The delivery status only moves forward, because events may arrive out of order. */
function mergeChange(known: Message, next: Message): Message {
  if (next.ack >= known.ack || next.status === 'failed') return next;
  return { ...next, ack: known.ack, status: known.status };
}

function isSameMessage(a: Message, b: Message): boolean {
  return a.id === b.id || (a.clientMessageId !== null && a.clientMessageId === b.clientMessageId);
}

export function mergeMessage(state: MessageListState, message: Message, add: boolean): MessageListState {
  const at = state.messages.findLastIndex((known) => isSameMessage(known, message));
  const known = state.messages[at];
  if (known) return { ...state, messages: state.messages.with(at, mergeChange(known, message)) };
  if (!add) return state;
  const after = state.messages.findLastIndex(({ id }) => id < message.id);
  // the message belongs to a page that is not loaded yet
  if (after === -1 && state.hasMore) return state;
  return { ...state, messages: state.messages.toSpliced(after + 1, 0, message) };
}

export function prependPage(state: MessageListState, page: MessagePage): MessageListState {
  const known = new Set(state.messages.map(({ id }) => id));
  const older = page.messages.filter(({ id }) => !known.has(id)).sort(byId);
  return { messages: [...older, ...state.messages], cursor: page.cursor, hasMore: page.hasMore };
}

/** Like {@link prependPage}, but does nothing if older messages are already loaded. */
export function prependIfOlder(state: MessageListState, page: MessagePage): MessageListState {
  const first = page.messages[0];
  const oldest = state.messages[0];
  return first && oldest && first.id < oldest.id ? prependPage(state, page) : state;
}

/** Whether the newest pages cover all loaded messages. */
export function coversLoaded(state: MessageListState, pages: readonly MessagePage[]): boolean {
  const oldest = pages.at(-1)?.messages[0];
  const first = state.messages[0];
  return !oldest || !first || oldest.id <= first.id;
}

/** Merges the newest pages after missed events, newest first; if they leave a gap, they replace the list. */
export function refreshMessages(state: MessageListState, pages: readonly MessagePage[]): MessageListState {
  const fresh = pages.flatMap(({ messages }) => messages).sort(byId);
  const newest = state.messages.at(-1);
  const oldestFresh = fresh[0];
  const last = pages.at(-1);
  if (!newest || !oldestFresh || (last?.hasMore && oldestFresh.id > newest.id)) {
    return { messages: fresh, cursor: last?.cursor ?? null, hasMore: last?.hasMore ?? false };
  }
  return fresh.reduce((merged, message) => mergeMessage(merged, message, true), state);
}

/** The message below the unread divider; null if there is none. */
export function firstUnread(messages: readonly Message[], unread: number): number | null {
  let left = unread;
  let found: number | null = null;
  for (const message of messages.toReversed()) {
    if (left <= 0) break;
    if (message.fromMe) continue;
    found = message.id;
    left -= 1;
  }
  return found;
}
