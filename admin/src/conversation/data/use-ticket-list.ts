import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNotify } from 'react-admin';
import { errorText } from '../../shared/error-text';
import { appendPage, applyTicketEvent, reconcile, type TicketListState } from '../model/ticket-list-state';
import type { TicketView } from '../model/ticket-rules';
import { fetchTickets } from './api';
import { queryKeys } from './query-keys';
import { recentTicketEvents } from './recent-events';
import { useCurrentUser } from './use-current-user';

const SAFETY_NET_MS = 15_000;

export interface TicketList {
  state: TicketListState | undefined;
  error: unknown;
  loadingMore: boolean;
  /** The last page failed; only a user action retries. */
  loadFailed: boolean;
  loadMore(): void;
  retry(): void;
}

/** A live list; open and pending ones are also refetched every 15 s. */
export function useTicketList(view: TicketView, enabled = true): TicketList {
  const client = useQueryClient();
  const notify = useNotify();
  const viewer = useCurrentUser();
  const [loadingMore, setLoadingMore] = useState(false);
  const busy = useRef(false);
  const [stuckAt, setStuckAt] = useState<number | null>(null);
  const key = queryKeys.list(view);
  const { data, error, dataUpdatedAt, refetch } = useQuery<TicketListState>({
    queryKey: key,
    enabled,
    refetchInterval: view.status === 'open' || view.status === 'pending' ? SAFETY_NET_MS : false,
    queryFn: async ({ signal }) => {
      const before = client.getQueryData<TicketListState>(key);
      const news = recentTicketEvents.capture();
      const page = await fetchTickets(view, null, signal);
      const state = reconcile(before, client.getQueryData<TicketListState>(key), page);
      if (before) return state;
      return news().reduce((merged, event) => applyTicketEvent(merged, event, view, viewer), state);
    },
  });

  async function load() {
    if (busy.current || !data?.hasMore || !data.cursor) return;
    busy.current = true;
    setLoadingMore(true);
    try {
      const page = await fetchTickets(view, data.cursor);
      client.setQueryData<TicketListState>(key, (state) => state && appendPage(state, page));
    } catch (failure) {
      setStuckAt(dataUpdatedAt);
      notify(errorText(failure), { type: 'error' });
    } finally {
      busy.current = false;
      setLoadingMore(false);
    }
  }

  return {
    state: data,
    error,
    loadingMore,
    loadFailed: stuckAt === dataUpdatedAt,
    loadMore: () => void load(),
    retry: () => void refetch(),
  };
}
