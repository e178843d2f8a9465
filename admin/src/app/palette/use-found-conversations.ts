import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { fetchTickets } from '../../pages/tickets/data/api';
import type { Ticket } from '../../pages/tickets/model/types';
import { useResources } from '../../schema/resources';
import { useDebounced } from '../../shared/use-debounced';

const MIN_LETTERS = 2;
const SHOWN = 8;

/** Conversations by the name or number of their contact, 500 ms after the last letter. */
export function useFoundConversations(typed: string): { found: readonly Ticket[]; searching: boolean } {
  const showAll = useResources().can('tickets-manager:showall');
  const text = typed.trim();
  const term = useDebounced(text);
  const asked = text.length >= MIN_LETTERS && term.length >= MIN_LETTERS;
  const { data, isFetching } = useQuery({
    queryKey: ['palette', term, showAll],
    queryFn: ({ signal }) => fetchTickets({ status: null, showAll, queueIds: null, search: term }, null, signal),
    enabled: asked,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const found = asked ? (data?.tickets ?? []).slice(0, SHOWN) : [];
  return { found, searching: text.length >= MIN_LETTERS && (isFetching || term !== text) };
}
