import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { fetchTickets, searchContacts } from '../../conversation/data/api';
import type { Contact, Ticket } from '../../conversation/model/types';
import { useResources } from '../../schema/resources';
import { useDebounced } from '../../shared/use-debounced';

const MIN_LETTERS = 2;
const SHOWN = 8;

interface Found<T> {
  found: readonly T[];
  searching: boolean;
}

/** What the server finds, 500 ms after the last letter. */
function useFound<T>(
  typed: string,
  key: readonly unknown[],
  fetch: (term: string, signal: AbortSignal) => Promise<readonly T[]>,
): Found<T> {
  const text = typed.trim();
  const term = useDebounced(text);
  const asked = text.length >= MIN_LETTERS && term.length >= MIN_LETTERS;
  const { data, isFetching } = useQuery({
    queryKey: ['palette', ...key, term],
    queryFn: ({ signal }) => fetch(term, signal),
    enabled: asked,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const found = asked ? (data ?? []).slice(0, SHOWN) : [];
  return { found, searching: text.length >= MIN_LETTERS && (isFetching || term !== text) };
}

/** Conversations by the name or number of their contact, or by their words. */
export function useFoundConversations(typed: string): Found<Ticket> {
  const showAll = useResources().can('tickets-manager:showall');
  return useFound(typed, ['conversations', showAll], async (search, signal) => {
    const { tickets } = await fetchTickets({ status: null, showAll, queueIds: null, search }, null, signal);
    return tickets;
  });
}

/** Contacts by name or number. */
export function useFoundContacts(typed: string): Found<Contact> {
  return useFound(typed, ['contacts'], async (term, signal) => (await searchContacts(term, signal)).contacts);
}
