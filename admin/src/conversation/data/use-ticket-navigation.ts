import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { type ListFilters, writeFilters } from '../model/list-filters';

const WORKSPACE = '/tickets';

/** Navigation that keeps the filters in the address; from other pages it leads to the default list. */
export function useTicketNavigation() {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const listSearch = pathname === WORKSPACE || pathname.startsWith(`${WORKSPACE}/`) ? search : '';
  const openTicket = useCallback(
    (uuid: string, change: Partial<ListFilters> = {}) =>
      navigate({ pathname: `${WORKSPACE}/${uuid}`, search: writeFilters(listSearch, change) }),
    [navigate, listSearch],
  );
  const openList = useCallback(
    (replace = false, change: Partial<ListFilters> = {}) =>
      navigate({ pathname: WORKSPACE, search: writeFilters(listSearch, change) }, { replace }),
    [navigate, listSearch],
  );
  return { listSearch, openTicket, openList };
}
