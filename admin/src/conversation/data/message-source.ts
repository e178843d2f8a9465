import type { QueryKey } from '@tanstack/react-query';
import type { ListPage } from '../../providers/api-types';
import { api, apiUpload } from '../../providers/http';
import { queryClient } from '../../providers/query-client';
import { session } from '../../providers/session';
import { type ChatMessage, toMessage } from '../model/chat';
import { UNNAMED_FILE } from '../model/files';
import { type MessageListState, mergeMessage } from '../model/message-list-state';
import { idOf, type OutboxEntry } from '../model/outbox';
import type { ConversationKey, Message, MessagePage } from '../model/types';
import { get, post } from './api';
import { cacheMessage, queryKeys } from './cache';
import { type RecentEvents, recentChatEvents, recentMessageEvents } from './recent-events';

interface SendOptions {
  signal: AbortSignal;
  onProgress: (progress: number) => void;
}

type MessageEntry = Pick<OutboxEntry, 'clientMessageId' | 'body' | 'voice' | 'quoted' | 'file' | 'mentions'>;

/** How messages of one kind of conversation are read and written; the kit knows nothing else of the kind. */
export interface MessageSource {
  queryKey: QueryKey;
  events: RecentEvents<{ action: string; message: Message }>;
  page(params: Record<string, string>, signal?: AbortSignal): Promise<MessagePage>;
  /** The newest messages; after missed events everything from the oldest loaded message on. */
  newest(oldestLoaded: number | undefined, signal?: AbortSignal): Promise<MessagePage>;
  /** The messages from the given one to the oldest loaded one, without gaps; null if there are too many. */
  pageBack(messageId: number, loaded: number): Promise<MessagePage | null>;
  send(message: MessageEntry, options: SendOptions): Promise<Message>;
  edit(message: Message, body: string): Promise<Message>;
  remove(message: Message): Promise<void>;
  react(message: Message, emoji: string | null): Promise<Message>;
  /** Merges into the cache; with `add`, a message that is not loaded counts as new. */
  merge(message: Message, add: boolean): void;
}

/** A message with a file is sent as a form. */
async function sendMessage<T>(
  path: string,
  { file }: MessageEntry,
  fields: Record<string, unknown>,
  { signal, onProgress }: SendOptions,
): Promise<T> {
  if (!file) return api<T>(path, { method: 'POST', body: fields, signal });
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined && value !== null && value !== false)
      form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  form.append('medias', file, file.name || UNNAMED_FILE);
  const [stored] = [await apiUpload<T | T[]>(path, form, { signal, onProgress })].flat() as T[];
  if (stored === undefined) throw new Error(`${path} answered no message`);
  return stored;
}

/** The maximum of pages of 200 messages that a jump loads. */
const MAX_JUMP_PAGES = 100;

function ticketMessages(ticketId: number): MessageSource {
  // with `peek`, reading messages does not mark them as read
  const page = (params: Record<string, string>, signal?: AbortSignal) =>
    get<MessagePage>(`/messages/${ticketId}`, { ...params, peek: 'true' }, signal);
  return {
    queryKey: queryKeys.conversation(ticketId),
    events: recentMessageEvents,
    page,
    newest: (_, signal) => page({ pageNumber: '1' }, signal),
    async pageBack(messageId, loaded) {
      const around = await page({ around: String(messageId) });
      const messages = [...around.messages];
      let after = around.cursorAfter ?? null;
      for (let pages = 0; after !== null && Number(after) < loaded; pages += 1) {
        if (pages === MAX_JUMP_PAGES) return null;
        const next = await page({ after });
        messages.push(...next.messages);
        after = next.hasMore ? String(next.messages.at(-1)?.id) : null;
      }
      return { ...around, messages };
    },
    send(entry, options) {
      const { clientMessageId, body, voice, quoted, file } = entry;
      const quotedMsg = quoted ? { id: quoted.id } : undefined;
      const fields = { clientMessageId, body, quotedMsg, ...(file ? { voice } : {}) };
      return sendMessage(`/messages/${ticketId}`, entry, fields, options);
    },
    edit: ({ id }, body) => post(`/messages/edit/${id}`, { body }),
    remove: ({ id }) => api(`/messages/${id}`, { method: 'DELETE' }),
    react: ({ id }, emoji) => post(`/messages/${id}/react`, { emoji }),
    merge: cacheMessage,
  };
}

/** The maximum of pages of 2,000 messages that a jump loads. */
const MAX_CHAT_JUMP_PAGES = 10;

type ChatMessagePage = ListPage<'ChatsController_listMessages'>;

export const shownMessage = (message: ChatMessage): Message => toMessage(message, session.userId);

export function cacheChatMessage(message: Message, add: boolean): void {
  queryClient.setQueryData<MessageListState>(
    queryKeys.chatMessages(message.ticketId),
    (state) => state && mergeMessage(state, message, add),
  );
}

function chatMessages(chatId: number): MessageSource {
  const path = `/chats/${chatId}/messages`;
  const page = async (params: Record<string, string>, signal?: AbortSignal): Promise<MessagePage> => {
    const { records, ...rest } = await get<ChatMessagePage>(path, params, signal);
    return { ...rest, messages: records.map(shownMessage) };
  };
  return {
    queryKey: queryKeys.chatMessages(chatId),
    events: recentChatEvents,
    page,
    newest: (oldest, signal) => page(oldest === undefined ? { pageNumber: '1' } : { from: String(oldest) }, signal),
    async pageBack(messageId, loaded) {
      const from = String(messageId);
      const messages: Message[] = [];
      let cursor: string | null = String(loaded);
      for (let pages = 0; cursor && pages < MAX_CHAT_JUMP_PAGES; pages += 1) {
        const found: MessagePage = await page({ from, cursor });
        messages.unshift(...found.messages);
        if (messages.some(({ id }) => id === messageId)) return { ...found, messages };
        cursor = found.cursor ?? null;
      }
      return null;
    },
    async send(entry, options) {
      const { clientMessageId, body: message, voice, quoted, mentions } = entry;
      const fields = { clientMessageId, message, voice, quotedId: quoted?.id, mentions };
      return shownMessage(await sendMessage<ChatMessage>(path, entry, fields, options));
    },
    edit: async ({ id }, message) => shownMessage(await api(`${path}/${id}`, { method: 'PUT', body: { message } })),
    remove: ({ id }) => api(`${path}/${id}`, { method: 'DELETE' }),
    react: async ({ id }, emoji) => shownMessage(await post(`${path}/${id}/react`, { emoji })),
    merge: cacheChatMessage,
  };
}

export function messageSource(conversation: ConversationKey): MessageSource {
  const id = idOf(conversation);
  return conversation.startsWith('chat:') ? chatMessages(id) : ticketMessages(id);
}
