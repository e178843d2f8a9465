import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDebounced } from '../../../shared/use-debounced';

const MIN_LETTERS = 3;

/** Looks something up by what is being typed: from 3 characters, 500 ms after the last one. */
export function useLookup<T>(name: string, typed: string, fetch: (term: string, signal: AbortSignal) => Promise<T[]>) {
  const term = useDebounced(typed.trim());
  const asked = term.length >= MIN_LETTERS && typed.trim().length >= MIN_LETTERS;
  const { data, isFetching } = useQuery({
    queryKey: ['workspace', 'lookup', name, term],
    queryFn: ({ signal }) => fetch(term, signal),
    enabled: asked,
    placeholderData: keepPreviousData,
  });
  const searching = asked && (isFetching || term !== typed.trim());
  return {
    found: asked ? (data ?? []) : [],
    asked,
    searching,
    /** Whether there is nothing of that kind, which a failure does not say. */
    unknown: asked && !searching && data?.length === 0,
  };
}
