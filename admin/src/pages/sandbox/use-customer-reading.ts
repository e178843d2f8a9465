import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useNotify } from 'react-admin';
import { errorText } from '../../shared/error-text';
import { markReadByCustomer, sandboxKeys } from './api';
import type { SandboxMessage } from './types';

/** An opened chat counts as read by the customer: the attendant's ticks turn blue. */
export function useCustomerReading(connectionId: number, number: string, messages: readonly SandboxMessage[]): void {
  const client = useQueryClient();
  const notify = useNotify();
  const lastReply = messages.findLast(({ fromCustomer }) => !fromCustomer)?.id;
  const read = useEffectEvent(async () => {
    try {
      await markReadByCustomer(connectionId, number);
      void client.invalidateQueries({ queryKey: sandboxKeys.customers(connectionId) });
    } catch (error) {
      notify(errorText(error), { type: 'error' });
    }
  });
  useEffect(() => {
    if (lastReply !== undefined) void read();
  }, [lastReply]);
}
