import { useQuery } from '@tanstack/react-query';
import { queryClient } from '../../providers/query-client';
import { useTask } from '../../shared/use-task';
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
import { get } from './api';
import { queryKeys } from './cache';
import { recentMessageEvents } from './recent-events';
import { usePageLoader } from './use-page-loader';

/** Pages to refetch after a gap, for their delivery status. */
const REFRESH_PAGES = 3;
/** Pages of 200 to load for a jump. */
const MAX_JUMP_PAGES = 100;

// `peek`: reading messages never marks them as read
const fetchPage = (ticketId: number, params: Record<string, string>, signal?: AbortSignal) =>
  get<MessagePage>(`/messages/${ticketId}`, { ...params, peek: 'true' }, signal);

const loadedMessages = (ticketId: number) =>
  queryClient.getQueryData<MessageListState>(queryKeys.conversation(ticketId));

async function loadMessages(ticketId: number, signal: AbortSignal): Promise<MessageListState> {
  const events = recentMessageEvents.capture();
  const first = await fetchPage(ticketId, { pageNumber: '1' }, signal);
  const pages = [first];
  for (let last = first; last.hasMore && last.cursor && pages.length < REFRESH_PAGES; ) {
    const known = loadedMessages(ticketId);
    if (!known || coversLoaded(known, pages)) break;
    last = await fetchPage(ticketId, { cursor: last.cursor }, signal);
    pages.push(last);
  }
  const known = loadedMessages(ticketId);
  const state = known ? refreshMessages(known, pages) : startMessages(first);
  return events().reduce(
    (merged, { action, message }) =>
      mergeMessage(merged, message, action === 'create' && message.ticketId === ticketId),
    state,
  );
}

/** The page around a message and all that follow up to the loaded ones, without gaps. */
async function fetchBetween(ticketId: number, messageId: number, loaded: number): Promise<MessagePage | null> {
  const around = await fetchPage(ticketId, { around: String(messageId) });
  const messages = [...around.messages];
  let after = around.cursorAfter ?? null;
  for (let pages = 0; after !== null && Number(after) < loaded; pages += 1) {
    if (pages === MAX_JUMP_PAGES) return null;
    const next = await fetchPage(ticketId, { after });
    messages.push(...next.messages);
    after = next.hasMore ? String(next.messages.at(-1)?.id) : null;
  }
  return { ...around, messages };
}

export type MessageHistory = ReturnType<typeof useMessages>;

/** The messages of a ticket, live, with older pages on demand. */
export function useMessages(ticketId: number) {
  const key = queryKeys.conversation(ticketId);
  const query = useQuery<MessageListState>({
    queryKey: key,
    queryFn: ({ signal }) => loadMessages(ticketId, signal),
  });
  const pages = usePageLoader(query.dataUpdatedAt);
  const jump = useTask();
  const loaded = () => loadedMessages(ticketId);
  const prepend = (add: typeof prependPage, page: MessagePage) =>
    queryClient.setQueryData<MessageListState>(key, (state) => state && add(state, page));

  function loadOlder() {
    const state = loaded();
    const cursor = state?.hasMore && state.cursor;
    if (cursor) pages.load(async () => void prepend(prependPage, await fetchPage(ticketId, { cursor })));
  }

  async function loadUntil(messageId: number): Promise<boolean> {
    const isLoaded = () => loaded()?.messages.some(({ id }) => id === messageId) ?? false;
    await pages.running.current;
    const oldest = loaded()?.messages[0]?.id;
    if (isLoaded() || oldest === undefined || messageId > oldest) return isLoaded();
    await jump.run(async () => {
      const page = await fetchBetween(ticketId, messageId, oldest);
      if (page) prepend(prependIfOlder, page);
    });
    return isLoaded();
  }

  return {
    state: query.data,
    error: query.error,
    retry: () => void query.refetch(),
    loadingOlder: pages.loading || jump.busy,
    /** The last page failed; only a user action retries. */
    loadFailed: pages.failed,
    loadOlder,
    /** Loads back to a message; false if it does not exist. */
    loadUntil,
  };
}
