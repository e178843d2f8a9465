import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useDebounced } from '../../shared/use-debounced';
import { type ListFilters, readFilters, writeFilters } from '../model/list-filters';

/** With `step`, the change becomes a new entry in the browser's history. */
export type ChangeFilters = (change: Partial<ListFilters>, step?: boolean) => void;

/** Marks a navigation that only changed filters. */
const filtering = { filtering: true };
export const isFiltering = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'filtering' in state;

export function useFilters(): { filters: ListFilters; change: ChangeFilters } {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const filters = useMemo(() => readFilters(search), [search]);
  const change = useCallback<ChangeFilters>(
    (values, step = false) => {
      // reads the current address, because two changes may happen before a render
      const next = writeFilters(window.location.search, values);
      if (next !== window.location.search) navigate({ pathname, search: next }, { replace: !step, state: filtering });
    },
    [navigate, pathname],
  );
  return { filters, change };
}

/** The search text: written to the address after a delay, and replaced when the address changes otherwise. */
export function useSearchText(search: string, change: ChangeFilters): [string, (text: string) => void] {
  const [typed, setTyped] = useState({ text: search, own: false });
  const [written, setWritten] = useState(search);
  const [known, setKnown] = useState(search);
  const debounced = useDebounced(typed);
  if (search !== known) {
    setKnown(search);
    // the back button or a link changed the address
    if (search !== written) setTyped({ text: search, own: false });
    setWritten(search);
  }
  const write = useEffectEvent((text: string) => {
    setWritten(text);
    change({ search: text });
  });
  useEffect(() => {
    if (debounced.own) write(debounced.text.trim());
  }, [debounced]);
  return [typed.text, (text) => setTyped({ text, own: true })];
}
