import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNotify } from 'react-admin';
import { errorText } from '../../shared/error-text';
import {
  coversLoaded,
  type MessageListState,
  mergeMessage,
  prependIfOlder,
  prependPage,
  refreshMessages,
  startMessages,
} from '../model/message-list-state';
import type { MessagePage } from '../model/types';
import { fetchAround, fetchMessages, fetchSince } from './api';
import { queryKeys } from './query-keys';
import { recentMessageEvents } from './recent-events';

/** Pages to refetch after a gap, for their delivery status. */
const REFRESH_PAGES = 3;
/** Pages of 200 to load for a jump. */
const MAX_JUMP_PAGES = 100;

async function loadMessages(client: QueryClient, ticketId: number, signal: AbortSignal): Promise<MessageListState> {
  const read = () => client.getQueryData<MessageListState>(queryKeys.conversation(ticketId));
  const news = recentMessageEvents.capture();
  const first = await fetchMessages(ticketId, null, signal);
  const pages = [first];
  for (let last = first; last.hasMore && last.cursor && pages.length < REFRESH_PAGES; ) {
    const known = read();
    if (!known || coversLoaded(known, pages)) break;
    last = await fetchMessages(ticketId, last.cursor, signal);
    pages.push(last);
  }
  const known = read();
  const state = known ? refreshMessages(known, pages) : startMessages(first);
  return news().reduce(
    (merged, { action, message }) =>
      mergeMessage(merged, message, action === 'create' && message.ticketId === ticketId),
    state,
  );
}

export interface MessageHistory {
  state: MessageListState | undefined;
  error: unknown;
  retry(): void;
  loadingOlder: boolean;
  /** The last page failed; only a user action retries. */
  loadFailed: boolean;
  loadOlder(): void;
  /** Loads back to a message; false if it does not exist. */
  loadUntil(messageId: number): Promise<boolean>;
}

/** The messages of a ticket, live, with older pages on demand. */
export function useMessages(ticketId: number): MessageHistory {
  const client = useQueryClient();
  const notify = useNotify();
  const key = queryKeys.conversation(ticketId);
  const [loadingOlder, setLoadingOlder] = useState(false);
  const [stuckAt, setStuckAt] = useState<number | null>(null);
  const under = useRef<Promise<boolean> | null>(null);
  const query = useQuery<MessageListState>({
    queryKey: key,
    queryFn: ({ signal }) => loadMessages(client, ticketId, signal),
  });

  async function page(cursor: string): Promise<boolean> {
    setLoadingOlder(true);
    try {
      const next = await fetchMessages(ticketId, cursor);
      client.setQueryData<MessageListState>(key, (now) => now && prependPage(now, next));
      return true;
    } catch (failure) {
      setStuckAt(query.dataUpdatedAt);
      notify(errorText(failure), { type: 'error' });
      return false;
    } finally {
      under.current = null;
      setLoadingOlder(false);
    }
  }

  /** Concurrent calls share one request. */
  function older(): Promise<boolean> {
    const state = client.getQueryData<MessageListState>(key);
    if (under.current) return under.current;
    if (!state?.hasMore || !state.cursor) return Promise.resolve(false);
    under.current = page(state.cursor);
    return under.current;
  }

  /** The page around a message and all that follow up to the loaded ones, without gaps. */
  async function between(messageId: number, loaded: number): Promise<MessagePage | null> {
    const around = await fetchAround(ticketId, messageId);
    const messages = [...around.messages];
    let after = around.cursorAfter ?? null;
    for (let asked = 0; after !== null && Number(after) < loaded; asked += 1) {
      if (asked === MAX_JUMP_PAGES) return null;
      const next = await fetchSince(ticketId, after);
      messages.push(...next.messages);
      after = next.hasMore ? String(next.messages.at(-1)?.id) : null;
    }
    return { ...around, messages };
  }

  async function loadUntil(messageId: number): Promise<boolean> {
    const state = () => client.getQueryData<MessageListState>(key);
    const has = () => state()?.messages.some(({ id }) => id === messageId) ?? false;
    await under.current;
    const oldest = state()?.messages[0]?.id;
    if (has() || oldest === undefined || messageId > oldest) return has();
    setLoadingOlder(true);
    try {
      const page = await between(messageId, oldest);
      // ignored if older pages have been loaded meanwhile
      if (page) client.setQueryData<MessageListState>(key, (now) => now && prependIfOlder(now, page));
    } catch (failure) {
      notify(errorText(failure), { type: 'error' });
    } finally {
      setLoadingOlder(false);
    }
    return has();
  }

  return {
    state: query.data,
    error: query.error,
    retry: () => void query.refetch(),
    loadingOlder,
    loadFailed: stuckAt === query.dataUpdatedAt,
    loadOlder: () => void older(),
    loadUntil,
  };
}
