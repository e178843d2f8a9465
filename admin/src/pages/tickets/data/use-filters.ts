import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { type ListFilters, readFilters, writeFilters } from '../model/list-filters';

/** `step`: a place of its own, to which the back button leads. */
export type ChangeFilters = (change: Partial<ListFilters>, step?: boolean) => void;

/** How the address came to be: by what the list should show, not by going somewhere. */
const filtering = { filtering: true };
export const isFiltering = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'filtering' in state;

/** What the address says about the list, and how to say otherwise. */
export function useFilters(): { filters: ListFilters; change: ChangeFilters } {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const filters = useMemo(() => readFilters(search), [search]);
  const change = useCallback<ChangeFilters>(
    (values, step = false) => {
      // two changes at once are both meant, and the second one has not seen the first rendered
      const next = writeFilters(window.location.search, values);
      if (next !== window.location.search) navigate({ pathname, search: next }, { replace: !step, state: filtering });
    },
    [navigate, pathname],
  );
  return { filters, change };
}
