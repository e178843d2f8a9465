import { useQuery } from '@tanstack/react-query';
import type { Schemas } from '../../../providers/api-types';
import { api } from '../../../providers/http';

export type ConnectionRow = Schemas['ConnectionRecord'];

export const connectionsKey = ['whatsapp', 'api-docs'];

/** The connections with their tokens, which managers read. */
export const useConnections = () =>
  useQuery({
    queryKey: connectionsKey,
    queryFn: ({ signal }) => api<ConnectionRow[]>('/whatsapp', { signal }),
    staleTime: 0,
  });
