import { useEffect, useEffectEvent, useState } from 'react';
import { useDebounced } from '../../../shared/use-debounced';
import type { ChangeFilters } from './use-filters';

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
