import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onResync, useSocketEvent } from '../../providers/realtime';
import type { Customer, SandboxEvent, SandboxMessage } from './api';
import { fetchCustomers, fetchSandboxMessages, sandboxKeys } from './api';
import { mergeSandboxMessage, refreshSandbox } from './sandbox-state';

const REFETCH_DELAY_MS = 150;

export function useCustomers(connectionId: number) {
  return useQuery<readonly Customer[]>({
    queryKey: sandboxKeys.customers(connectionId),
    queryFn: ({ signal }) => fetchCustomers(connectionId, signal),
  });
}

export function useSandboxMessages(connectionId: number, number: string) {
  const client = useQueryClient();
  const queryKey = sandboxKeys.messages(connectionId, number);
  return useQuery<readonly SandboxMessage[]>({
    queryKey,
    queryFn: async ({ signal }) => {
      const { messages } = await fetchSandboxMessages(connectionId, number, signal);
      return refreshSandbox(client.getQueryData<readonly SandboxMessage[]>(queryKey), messages);
    },
  });
}

export function useLiveSandbox(): void {
  const client = useQueryClient();
  useSocketEvent<SandboxEvent>('sandbox', ({ action, connectionId, number, message }) => {
    if (action === 'typing') return;
    const key = sandboxKeys.messages(connectionId, number);
    if (message)
      client.setQueryData<readonly SandboxMessage[]>(key, (known) => known && mergeSandboxMessage(known, message));
    else void client.invalidateQueries({ queryKey: key });
    window.setTimeout(
      () => void client.invalidateQueries({ queryKey: sandboxKeys.customers(connectionId) }),
      REFETCH_DELAY_MS,
    );
  });
  useEffect(() => onResync(() => void client.invalidateQueries({ queryKey: ['sandbox'] })), [client]);
}
