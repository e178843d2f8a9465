import { useQuery } from '@tanstack/react-query';
import { fetchTickets } from '../data/api';
import { keys } from '../data/keys';

/** Whether there has never been a conversation; only asked when none is open or waiting. */
export function useFirstRun(nothingNow: boolean): boolean {
  const { data } = useQuery({
    queryKey: keys.firstRun,
    queryFn: ({ signal }) =>
      fetchTickets({ status: null, showAll: true, queueIds: null, search: '' }, null, signal).then(
        ({ count }) => count,
      ),
    enabled: nothingNow,
  });
  return nothingNow && data === 0;
}
