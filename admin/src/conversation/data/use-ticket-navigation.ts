import { createContext, use, useCallback, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { type ListFilters, writeFilters } from '../model/list-filters';

const WORKSPACE = '/tickets';

export interface TicketNavigation {
  /** The filters that links to a conversation keep. */
  listSearch: string;
  openTicket(uuid: string, change?: Partial<ListFilters>): void;
  openList(replace?: boolean, change?: Partial<ListFilters>): void;
}

/** Where a conversation shown beside another page leads; null leads to the workspace. */
export const TicketNavigationContext = createContext<TicketNavigation | null>(null);

/** Navigation that keeps the filters in the address; from other pages it leads to the default list. */
export function useTicketNavigation(): TicketNavigation {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const beside = use(TicketNavigationContext);
  const listSearch = pathname === WORKSPACE || pathname.startsWith(`${WORKSPACE}/`) ? search : '';
  const openTicket = useCallback(
    (uuid: string, change: Partial<ListFilters> = {}) =>
      void navigate({ pathname: `${WORKSPACE}/${uuid}`, search: writeFilters(listSearch, change) }),
    [navigate, listSearch],
  );
  const openList = useCallback(
    (replace = false, change: Partial<ListFilters> = {}) =>
      void navigate({ pathname: WORKSPACE, search: writeFilters(listSearch, change) }, { replace }),
    [navigate, listSearch],
  );
  const workspace = useMemo(() => ({ listSearch, openTicket, openList }), [listSearch, openTicket, openList]);
  return beside ?? workspace;
}
