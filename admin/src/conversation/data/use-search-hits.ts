import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Schemas } from '../../providers/api-types';
import { searchWords } from '../model/search-highlight';
import { get } from './api';

/** The messages of a conversation that a search finds. */
export interface SearchHits {
  search: string;
  terms: readonly string[];
  /** Oldest first. */
  ids: readonly number[];
  /** There are older ones beyond these. */
  hasMore: boolean;
}

/** `newestId`: the last message of the conversation; a new one may be another hit. */
export function useSearchHits(ticketId: number, search: string, newestId: number | undefined): SearchHits | null {
  const { data } = useQuery({
    queryKey: ['workspace', 'hits', ticketId, search, newestId],
    queryFn: ({ signal }) => get<Schemas['MessageHits']>(`/messages/${ticketId}/hits`, { searchParam: search }, signal),
    enabled: search !== '' && newestId !== undefined,
    placeholderData: keepPreviousData,
    select: ({ ids, hasMore }) => ({ search, terms: searchWords(search), ids: ids.toReversed(), hasMore }),
  });
  return search === '' ? null : (data ?? null);
}
