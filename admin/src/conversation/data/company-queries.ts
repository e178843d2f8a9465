import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Colored, Named } from '../model/types';
import { type Capabilities, type Connection, fetchConnections, fetchQueues, get } from './api';
import { queryKeys } from './query-keys';

const MINUTE_MS = 60_000;

export const queuesQuery = queryOptions({
  queryKey: queryKeys.queues,
  queryFn: ({ signal }) => fetchQueues(signal),
});

export const connectionsQuery = queryOptions({
  queryKey: queryKeys.connections,
  queryFn: ({ signal }) => fetchConnections(signal),
});

export const tagsQuery = queryOptions({
  queryKey: queryKeys.tags,
  queryFn: ({ signal }) => get<Colored[]>('/tags/list', {}, signal),
});

export const usersQuery = queryOptions({
  queryKey: queryKeys.users,
  queryFn: ({ signal }) => get<Named[]>('/users/list', {}, signal),
});

export function useQueuesAndConnections() {
  const queues = useQuery({ ...queuesQuery, staleTime: MINUTE_MS });
  const connections = useQuery({ ...connectionsQuery, staleTime: MINUTE_MS });
  return { queues: queues.data ?? [], connections: connections.data ?? ([] as Connection[]) };
}

const noCapabilities: Capabilities = { edit: false, delete: false, react: false, templates: false, typing: false };

/** Of the channel of a connection; none until they are loaded. */
export function useCapabilities(connectionId: number): Capabilities {
  const { connections } = useQueuesAndConnections();
  return connections.find(({ id }) => id === connectionId)?.capabilities ?? noCapabilities;
}
