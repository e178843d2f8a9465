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
import { idOf } from '../model/outbox';
import type { ConversationKey, MessagePage } from '../model/types';
import { type MessageSource, messageSource } from './message-source';
import { usePageLoader } from './use-page-loader';

/** How many pages are refetched after missed events, to update their delivery status. */
const REFRESH_PAGES = 3;
const loadedIn = ({ queryKey }: MessageSource) => queryClient.getQueryData<MessageListState>(queryKey);

async function loadMessages(source: MessageSource, ticketId: number, signal: AbortSignal): Promise<MessageListState> {
  const events = source.events.capture();
  const first = await source.newest(loadedIn(source)?.messages[0]?.id, signal);
  const pages = [first];
  for (let last = first; last.hasMore && last.cursor && pages.length < REFRESH_PAGES; ) {
    const known = loadedIn(source);
    if (!known || coversLoaded(known, pages)) break;
    last = await source.page({ cursor: last.cursor }, signal);
    pages.push(last);
  }
  const known = loadedIn(source);
  const state = known ? refreshMessages(known, pages) : startMessages(first);
  return events().reduce(
    (merged, { action, message }) =>
      mergeMessage(merged, message, action === 'create' && message.ticketId === ticketId),
    state,
  );
}

export type MessageHistory = ReturnType<typeof useMessages>;

/** The messages of a conversation, kept live, with older pages on demand. */
export function useMessages(conversation: ConversationKey) {
  const source = messageSource(conversation);
  const { queryKey: key } = source;
  const query = useQuery<MessageListState>({
    queryKey: key,
    queryFn: ({ signal }) => loadMessages(source, idOf(conversation), signal),
  });
  const pages = usePageLoader(query.dataUpdatedAt);
  const jump = useTask();
  const loaded = () => loadedIn(source);
  const prepend = (add: typeof prependPage, page: MessagePage) =>
    queryClient.setQueryData<MessageListState>(key, (state) => state && add(state, page));

  function loadOlder() {
    const state = loaded();
    const cursor = state?.hasMore && state.cursor;
    if (cursor) pages.load(async () => void prepend(prependPage, await source.page({ cursor })));
  }

  async function loadUntil(messageId: number): Promise<boolean> {
    const isLoaded = () => loaded()?.messages.some(({ id }) => id === messageId) ?? false;
    await pages.running.current;
    const oldest = loaded()?.messages[0]?.id;
    if (isLoaded() || oldest === undefined || messageId > oldest) return isLoaded();
    await jump.run(async () => {
      const page = await source.pageBack(messageId, oldest);
      if (page) prepend(prependIfOlder, page);
    });
    return isLoaded();
  }

  return {
    state: query.data,
    error: query.error,
    retry: () => void query.refetch(),
    loadingOlder: pages.loading || jump.busy,
    /** The last page failed to load; only a user action retries. */
    loadFailed: pages.failed,
    loadOlder,
    /** Loads back to a message; false if it does not exist. */
    loadUntil,
  };
}
