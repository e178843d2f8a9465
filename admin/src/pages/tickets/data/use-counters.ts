import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { TicketView } from '../model/ticket-rules';
import { fetchCounters } from './api';
import { keys } from './keys';

const SAFETY_NET_MS = 15_000;

/** How many tickets are open and pending; undefined until known. */
export function useCounters(view: TicketView): { open: number; pending: number } | undefined {
  return useQuery({
    queryKey: keys.counters(view),
    queryFn: ({ signal }) => fetchCounters(view, signal),
    refetchInterval: SAFETY_NET_MS,
    placeholderData: keepPreviousData,
  }).data;
}
