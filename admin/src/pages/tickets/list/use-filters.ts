import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { type ListFilters, readFilters, writeFilters } from '../../../conversation/model/list-filters';
import { useDebounced } from '../../../shared/use-debounced';

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

/** What is being typed into the search, which reaches the address once it has rested; the address may also move by itself. */
export function useSearchText(search: string, change: ChangeFilters): [string, (text: string) => void] {
  const [typed, setTyped] = useState({ text: search, own: false });
  const [written, setWritten] = useState(search);
  const [known, setKnown] = useState(search);
  const rested = useDebounced(typed);
  if (search !== known) {
    setKnown(search);
    // the back button or a link, and not what was typed a moment ago
    if (search !== written) setTyped({ text: search, own: false });
    setWritten(search);
  }
  const write = useEffectEvent((text: string) => {
    setWritten(text);
    change({ search: text });
  });
  useEffect(() => {
    if (rested.own) write(rested.text.trim());
  }, [rested]);
  return [typed.text, (text) => setTyped({ text, own: true })];
}
