import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { ListPage, Schemas } from '../../providers/api-types';
import { api } from '../../providers/http';
import { queryClient, refetch } from '../../providers/query-client';
import { onResync, useSocketEvent } from '../../providers/realtime';
import { session } from '../../providers/session';
import { useSessionUser } from '../../providers/session-user';
import { isPageFocused, onPageFocusChange } from '../../shared/focus';
import { byLastMessage, type Chat, memberOf, unreadsOf, updateChat, withUnreads } from '../model/chat';
import { chatKey } from '../model/outbox';
import { get, post } from './api';
import { queryKeys } from './cache';
import { cacheChatMessage, shownMessage } from './message-source';
import { outbox } from './outbox-store';
import { RecentEvents, recentChatEvents } from './recent-events';
import { usePageLoader } from './use-page-loader';

interface ChatListState {
  chats: readonly Chat[];
  /** The number of loaded pages. */
  pages: number;
  hasMore: boolean;
  /** The number of chats with unread messages that are not loaded. */
  unreadBeyond: number;
}

/** Refetches in case an event was missed; events normally keep the list current. */
const REFETCH_MS = 60_000;

const fetchPage = (search: string, page: number, signal?: AbortSignal) =>
  get<ListPage<'ChatsController_list'>>('/chats', { searchParam: search, pageNumber: String(page) }, signal);

/** Chats changed by events and by the user's own reading, which a running request may not include. */
const recentChats = new RecentEvents<Chat>();

const newest = (chat: Chat, recent: readonly Chat[]): Chat =>
  recent.reduce((known, next) => (next.id === known.id ? updateChat(known, next, session.userId, false) : known), chat);

const countUnread = (chats: readonly Chat[]) => chats.filter((chat) => unreadsOf(chat, session.userId) > 0).length;

async function fetchChat(uuid: string, signal: AbortSignal): Promise<Chat> {
  const recent = recentChats.capture();
  return newest(await get<Chat>(`/chats/${encodeURIComponent(uuid)}`, {}, signal), recent());
}

async function fetchChats(search: string, signal: AbortSignal): Promise<ChatListState> {
  const recent = recentChats.capture();
  const wanted = queryClient.getQueryData<ChatListState>(queryKeys.chatList(search))?.pages ?? 1;
  const chats: Chat[] = [];
  let pages = 0;
  let hasMore = true;
  while (hasMore && pages < wanted) {
    pages += 1;
    const page = await fetchPage(search, pages, signal);
    chats.push(...page.records);
    hasMore = page.hasMore;
  }
  const known = new Set(chats.map(({ id }) => id));
  // a search does not show this count
  const unread = hasMore && search === '' ? (await get<{ count: number }>('/chats/unread', {}, signal)).count : 0;
  // chats that were started during the request
  const added = new Map(search === '' ? recent().flatMap((chat) => (known.has(chat.id) ? [] : [[chat.id, chat]])) : []);
  const unreadBeyond = Math.max(unread - countUnread([...chats, ...added.values()]), 0);
  const all = [...chats.map((chat) => newest(chat, recent())), ...added.values()];
  return { chats: all.sort(byLastMessage), pages, hasMore, unreadBeyond };
}

/** The user's chats by last message, newest first; {@link useLiveChats} keeps them current. */
export function useChats(search = '') {
  const key = queryKeys.chatList(search);
  const query = useQuery({ queryKey: key, queryFn: ({ signal }) => fetchChats(search, signal) });
  const loader = usePageLoader(query.dataUpdatedAt);
  const { data } = query;
  function loadMore() {
    if (!data?.hasMore || loader.failed) return;
    loader.load(async () => {
      const page = await fetchPage(search, data.pages + 1);
      queryClient.setQueryData<ChatListState>(key, (state) => {
        const known = new Set(state?.chats.map(({ id }) => id));
        const more = page.records.filter(({ id }) => !known.has(id));
        const unreadBeyond = Math.max((state?.unreadBeyond ?? 0) - countUnread(more), 0);
        const pages = data.pages + 1;
        return state && { chats: [...state.chats, ...more], pages, hasMore: page.hasMore, unreadBeyond };
      });
    });
  }
  return { ...query, chats: data?.chats, loadMore, loadingMore: loader.loading };
}

/** One chat with all its members. */
export function useChat(uuid: string | undefined) {
  return useQuery<Chat>({
    queryKey: queryKeys.chat(uuid ?? ''),
    enabled: uuid !== undefined,
    queryFn: ({ signal }) => fetchChat(uuid ?? '', signal),
    placeholderData: () => knownChats().find((chat) => chat.uuid === uuid),
  });
}

const lists = (client: QueryClient) => client.getQueriesData<ChatListState>({ queryKey: queryKeys.chatLists });
const knownChats = () => lists(queryClient).flatMap(([, state]) => state?.chats ?? []);

function changeChat(next: Chat, userId: number, written: boolean): void {
  recentChats.add(next);
  for (const [key, state] of lists(queryClient)) {
    if (!state) continue;
    const known = state.chats.find(({ id }) => id === next.id);
    // only the server knows whether the chat matches a search
    if (!known && key[2] !== '') continue;
    const others = state.chats.filter((chat) => chat !== known);
    const chats = [...others, updateChat(known, next, userId, written)].sort(byLastMessage);
    queryClient.setQueryData<ChatListState>(key, { ...state, chats });
  }
  queryClient.setQueryData<Chat>(
    queryKeys.chat(next.uuid),
    (known) => known && updateChat(known, next, userId, written),
  );
}

const ownDeletions = new Set<number>();

/** Whether the user is deleting the chat in this tab, and so needs no notice of it. */
export const isOwnDeletion = (id: number): boolean => ownDeletions.has(id);

export async function deleteChat(id: number): Promise<void> {
  ownDeletions.add(id);
  try {
    await api(`/chats/${id}`, { method: 'DELETE' });
    forgetChat(id);
  } catch (error) {
    ownDeletions.delete(id);
    throw error;
  }
}

/** Removes a chat from the cache that was deleted or that the user left. */
export function forgetChat(id: number): void {
  outbox.forget(chatKey({ id }));
  for (const [key, state] of lists(queryClient))
    if (state) queryClient.setQueryData(key, { ...state, chats: state.chats.filter((chat) => chat.id !== id) });
  queryClient.removeQueries({ queryKey: queryKeys.chatMessages(id) });
}

/** Caches the chat that a route returned. */
export const cacheChat = (chat: Chat, userId: number) => changeChat(chat, userId, false);

/** Refetches the lists if the event does not contain the unread count. */
function changeLoadedChat(next: Chat, userId: number, written: boolean): void {
  const list = queryClient.getQueryData<ChatListState>(queryKeys.chatList(''));
  const beyond = list?.hasMore && !list.chats.some(({ id }) => id === next.id);
  changeChat(next, userId, written);
  const counted = knownChats().some((chat) => chat.id === next.id && memberOf(chat, userId));
  if (beyond || !counted) refetch(queryKeys.chatLists);
}

function cacheChatEvent(event: Schemas['ChatEvent'], userId: number): void {
  if (event.action === 'delete') forgetChat(event.id);
  else if (event.action === 'new-message' || event.action === 'update-message') {
    const created = event.action === 'new-message';
    const message = shownMessage(created ? event.newMessage : event.message);
    recentChatEvents.add({ action: created ? 'create' : 'update', message });
    cacheChatMessage(message, created);
    changeLoadedChat(event.chat, userId, created && !message.fromMe);
  } else changeLoadedChat(event.chat, userId, false);
}

/** Loads the chats and keeps them live on every page, for badge and popover. Mounted once. */
export function useLiveChats(enabled: boolean): void {
  const { id } = useSessionUser();
  useQuery({
    queryKey: queryKeys.chatList(''),
    queryFn: ({ signal }) => fetchChats('', signal),
    enabled,
    refetchInterval: REFETCH_MS,
  });
  useSocketEvent(enabled ? 'chat' : null, (event) => cacheChatEvent(event, id));
  useSocketEvent(enabled ? `chat-user-${id}` : null, ({ record }) => {
    changeChat(record, id, false);
    // the event of a large chat contains no members
    refetch(queryKeys.chat(record.uuid));
  });
  useEffect(() => onResync(() => refetch(queryKeys.chats)), []);
}

/** How many chats have unread messages, except the one with this uuid. */
export function useUnreadChats(except: string | null = null): number {
  const { data } = useQuery<ChatListState>({ queryKey: queryKeys.chatList(''), enabled: false });
  return data ? countUnread(data.chats.filter(({ uuid }) => uuid !== except)) + data.unreadBeyond : 0;
}

/** Marks the open chat as read while the user looks at it; `ready` once the unread divider is set. */
export function useReadChat(chat: Chat, ready: boolean): void {
  const { id: me } = useSessionUser();
  const unread = unreadsOf(chat, me);
  const read = useEffectEvent(() => {
    if (!ready || unread === 0 || !isPageFocused()) return;
    cacheChat(withUnreads(chat, me, 0), me);
    // errors are not shown, because the next list has the count again
    post(`/chats/${chat.id}/read`, { userId: me }).catch(() => refetch(queryKeys.chatLists));
  });
  useEffect(() => {
    if (ready && unread > 0) read();
  }, [ready, unread]);
  useEffect(() => onPageFocusChange(() => read()), []);
}
