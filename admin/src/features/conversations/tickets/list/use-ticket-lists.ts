import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { fetchCounters } from '../../../../conversation/data/api';
import { queryKeys } from '../../../../conversation/data/cache';
import { useFilters } from '../../../../conversation/data/use-filters';
import { useListScope } from '../../../../conversation/data/use-list-scope';
import { type TicketList, useTicketList } from '../../../../conversation/data/use-ticket-list';
import type { ListTab } from '../../../../conversation/model/list-filters';
import type { TicketView } from '../../../../conversation/model/ticket-rules';
import { useSessionUser } from '../../../../providers/session-user';

const REFETCH_MS = 15_000;

/** The numbers of open and pending tickets; undefined until loaded. */
export function useCounters(view: TicketView): { open: number; pending: number } | undefined {
  return useQuery({
    queryKey: queryKeys.counters(view),
    queryFn: ({ signal }) => fetchCounters(view, signal),
    refetchInterval: REFETCH_MS,
    placeholderData: keepPreviousData,
  }).data;
}

const noUsers: readonly number[] = [];

export type TicketLists = ReturnType<typeof useTicketLists>;

/** The filters of the address and the lists they describe; open and pending ones are kept loaded on every tab. */
export function useTicketLists() {
  const { filters, change } = useFilters();
  const scope = useListScope({ filters, change });
  const byUser = useSessionUser().profile === 'admin';
  const { tab, search, tags } = filters;
  const users = byUser ? filters.users : noUsers;
  const view: TicketView = { status: 'open', showAll: scope.showAll, queueIds: scope.queueIds, search: '' };
  const open = useTicketList(view);
  const pending = useTicketList({ ...view, status: 'pending' });
  const closed = useTicketList({ ...view, status: 'closed' }, tab === 'closed');
  const searched = search !== '' || tags.length > 0 || users.length > 0;
  // a search by attendants covers their conversations too
  const showAll = view.showAll || users.length > 0;
  const found = useTicketList({ ...view, status: null, search, tags, users, showAll }, tab === 'search' && searched);
  const lists: Record<ListTab, TicketList> = { open, pending, closed, search: found };
  return {
    filters,
    change,
    scope,
    view,
    byUser,
    list: lists[tab],
    /** Nothing is searched for until something is entered. */
    nothingSearched: tab === 'search' && !searched,
    nothingOpen: open.state?.tickets.length === 0 && pending.state?.tickets.length === 0,
  };
}
