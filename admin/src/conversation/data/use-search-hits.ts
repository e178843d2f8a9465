import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Schemas } from '../../providers/api-types';
import { searchWords } from '../model/search-highlight';
import { get } from './api';

/** A message or a note; one of the ids is null. */
export type SearchHit = Schemas['MessageHit'];

/** The messages and notes of a conversation that match a search. */
export interface SearchHits {
  search: string;
  terms: readonly string[];
  /** The oldest first. */
  hits: readonly SearchHit[];
  /** true if there are older matches. */
  hasMore: boolean;
}

/** `newestId` is the last message of the conversation; a new one may match as well. */
export function useSearchHits(ticketId: number, search: string, newestId: number | undefined): SearchHits | null {
  const { data } = useQuery({
    queryKey: ['workspace', 'hits', ticketId, search, newestId],
    // the hits say which words they have, as those of the words before are kept until they are known
    queryFn: async ({ signal }) => ({
      search,
      ...(await get<Schemas['MessageHits']>(`/messages/${ticketId}/hits`, { searchParam: search }, signal)),
    }),
    enabled: search !== '' && newestId !== undefined,
    placeholderData: keepPreviousData,
    select: ({ search: words, hits, hasMore }) => ({
      search: words,
      terms: searchWords(words),
      hits: hits.toReversed(),
      hasMore,
    }),
  });
  return search === '' ? null : (data ?? null);
}
