import { type TicketList, useTicketList } from '../data/use-ticket-list';
import type { ListFilters, ListTab } from '../model/list-filters';
import type { TicketView } from '../model/ticket-rules';

interface Lists {
  list: TicketList;
  /** Whether there is something to search for yet. */
  asked: boolean;
}

const none: readonly number[] = [];

/** The list of the chosen tab; open and pending ones are kept by the page, whatever is shown. */
export function useLists(
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
