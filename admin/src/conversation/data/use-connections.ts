import { useQuery } from '@tanstack/react-query';
import { type Capabilities, fetchConnections, fetchQueues } from './api';
import { queryKeys } from './query-keys';

const RARELY_MS = 60_000;

/** The company's departments and connections, for the dialogs. */
export function useChoices() {
  const queues = useQuery({
    queryKey: queryKeys.queues,
    queryFn: ({ signal }) => fetchQueues(signal),
    staleTime: RARELY_MS,
  });
  const connections = useQuery({
    queryKey: queryKeys.connections,
    queryFn: ({ signal }) => fetchConnections(signal),
    staleTime: RARELY_MS,
  });
  return { queues: queues.data ?? [], connections: connections.data ?? [] };
}

const nothing: Capabilities = { edit: false, delete: false, react: false, templates: false, typing: false };

/** What the channel of a connection can do; nothing until it is known. */
export function useCapabilities(connectionId: number): Capabilities {
  const { connections } = useChoices();
  return connections.find(({ id }) => id === connectionId)?.capabilities ?? nothing;
}
