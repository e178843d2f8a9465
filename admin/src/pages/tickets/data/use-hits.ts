import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { searchWords } from '../model/marks';
import { fetchHits } from './api';
import { keys } from './keys';
import { useFilters } from './use-filters';

/** Where the words of the search stand in a conversation. */
export interface Hits {
  search: string;
  words: readonly string[];
  /** Oldest first. */
  ids: readonly number[];
  /** There are older ones beyond these. */
  hasMore: boolean;
}

/** As long as the search is what the list shows. `newest`: its newest message, after which there may be more. */
export function useHits(ticketId: number, newest: number | undefined): Hits | null {
  const { filters } = useFilters();
  const search = filters.tab === 'search' ? filters.search : '';
  const { data } = useQuery({
    queryKey: keys.hits(ticketId, search, newest),
    queryFn: ({ signal }) => fetchHits(ticketId, search, signal),
    enabled: search !== '' && newest !== undefined,
    placeholderData: keepPreviousData,
  });
  return useMemo(() => {
    if (search === '' || !data) return null;
    return { search, words: searchWords(search), ids: data.ids.toReversed(), hasMore: data.hasMore };
  }, [search, data]);
}
