import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { fetchCounters } from '../../../conversation/data/api';
import { queryKeys } from '../../../conversation/data/query-keys';
import { type TicketList, useTicketList } from '../../../conversation/data/use-ticket-list';
import type { ListFilters, ListTab } from '../../../conversation/model/list-filters';
import type { TicketView } from '../../../conversation/model/ticket-rules';

const SAFETY_NET_MS = 15_000;

/** How many tickets are open and pending; undefined until known. */
export function useCounters(view: TicketView): { open: number; pending: number } | undefined {
  return useQuery({
    queryKey: queryKeys.counters(view),
    queryFn: ({ signal }) => fetchCounters(view, signal),
    refetchInterval: SAFETY_NET_MS,
    placeholderData: keepPreviousData,
  }).data;
}

interface Lists {
  list: TicketList;
  /** Whether there is something to search for yet. */
  asked: boolean;
}

const none: readonly number[] = [];

/** The list of the chosen tab; open and pending ones are kept by the page, whatever is shown. */
export function useTicketLists(
  view: TicketView,
  { tab, search, tags, users: chosen }: ListFilters,
  kept: Readonly<Record<'open' | 'pending', TicketList>>,
  byUser: boolean,
): Lists {
  const users = byUser ? chosen : none;
  const sought = search !== '' || tags.length > 0 || users.length > 0;
  const closed = useTicketList({ ...view, status: 'closed' }, tab === 'closed');
  // whoever asks for somebody's conversations means all of them
  const showAll = view.showAll || users.length > 0;
  const found = useTicketList({ ...view, status: null, search, tags, users, showAll }, tab === 'search' && sought);
  const lists: Record<ListTab, TicketList> = { ...kept, closed, search: found };
  return { list: lists[tab], asked: tab !== 'search' || sought };
}
