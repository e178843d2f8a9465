import { useQuery } from '@tanstack/react-query';
import { fetchConnections, fetchQueues } from '../data/api';
import { keys } from '../data/keys';

const RARELY_MS = 60_000;

/** The company's departments and connections, for the dialogs. */
export function useChoices() {
  const queues = useQuery({
    queryKey: keys.queues,
    queryFn: ({ signal }) => fetchQueues(signal),
    staleTime: RARELY_MS,
  });
  const connections = useQuery({
    queryKey: keys.connections,
    queryFn: ({ signal }) => fetchConnections(signal),
    staleTime: RARELY_MS,
  });
  return { queues: queues.data ?? [], connections: connections.data ?? [] };
}
