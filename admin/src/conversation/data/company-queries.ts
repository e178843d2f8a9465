import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Colored, Named } from '../model/types';
import { type Capabilities, type Connection, get } from './api';
import { queryKeys } from './cache';

const MINUTE_MS = 60_000;

const listQuery = <T>(queryKey: readonly string[], path: string) =>
  queryOptions({ queryKey, queryFn: ({ signal }) => get<T[]>(path, {}, signal) });

export const queuesQuery = listQuery<Colored>(queryKeys.queues, '/queue');
export const connectionsQuery = listQuery<Connection>(queryKeys.connections, '/whatsapp');
export const tagsQuery = listQuery<Colored>(queryKeys.tags, '/tags/list');
export const usersQuery = listQuery<Named & { active: boolean }>(['workspace', 'users'], '/users/list');

export function useQueuesAndConnections() {
  const { data: queues = [] } = useQuery({ ...queuesQuery, staleTime: MINUTE_MS });
  const { data: connections = [] } = useQuery({ ...connectionsQuery, staleTime: MINUTE_MS });
  return { queues, connections };
}

const noCapabilities: Capabilities = { edit: false, delete: false, react: false, templates: false, typing: false };

/** The capabilities of a connection's channel; none until they are loaded. */
export function useCapabilities(connectionId: number): Capabilities {
  const { connections } = useQueuesAndConnections();
  return connections.find(({ id }) => id === connectionId)?.capabilities ?? noCapabilities;
}
