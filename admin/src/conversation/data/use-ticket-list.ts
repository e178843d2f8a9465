import { useQuery } from '@tanstack/react-query';
import { queryClient } from '../../providers/query-client';
import { useSessionUser } from '../../providers/session-user';
import { appendPage, applyTicketEvent, reconcile, type TicketListState } from '../model/ticket-list-state';
import type { TicketView } from '../model/ticket-rules';
import { fetchTickets } from './api';
import { queryKeys, toCurrentUser } from './cache';
import { recentTicketEvents } from './recent-events';
import { usePageLoader } from './use-page-loader';

const REFETCH_MS = 15_000;

export type TicketList = ReturnType<typeof useTicketList>;

/** A live list of tickets; open and pending ones are also refetched every 15 s. */
export function useTicketList(view: TicketView, enabled = true) {
  const currentUser = toCurrentUser(useSessionUser());
  const key = queryKeys.list(view);
  const { data, error, dataUpdatedAt, refetch } = useQuery<TicketListState>({
    queryKey: key,
    enabled,
    refetchInterval: view.status === 'open' || view.status === 'pending' ? REFETCH_MS : false,
    queryFn: async ({ signal }) => {
      const before = queryClient.getQueryData<TicketListState>(key);
      const events = recentTicketEvents.capture();
      const page = await fetchTickets(view, null, signal);
      const state = reconcile(before, queryClient.getQueryData<TicketListState>(key), page);
      if (before) return state;
      return events().reduce((merged, event) => applyTicketEvent(merged, event, view, currentUser), state);
    },
  });
  const pages = usePageLoader(dataUpdatedAt);

  function loadMore() {
    const cursor = data?.hasMore && data.cursor;
    if (!cursor) return;
    pages.load(async () => {
      const page = await fetchTickets(view, cursor);
      queryClient.setQueryData<TicketListState>(key, (state) => state && appendPage(state, page));
    });
  }

  return {
    state: data,
    error,
    loadingMore: pages.loading,
    /** The last page failed to load; only a user action retries. */
    loadFailed: pages.failed,
    loadMore,
    retry: () => void refetch(),
  };
}
