import { useState } from 'react';
import { useNotify } from 'react-admin';
import { errorText } from '../../../shared/error-text';
import type { Ticket } from '../model/types';
import type { ActChange } from './api';
import type { BulkAction } from './choosing';
import { useActs } from './use-acts';

/** Acts on the chosen conversations; answers whether it was done. */
export function useBulk(onDone: () => void) {
  const perform = useActs();
  const notify = useNotify();
  const [busy, setBusy] = useState<BulkAction | null>(null);

  async function act(action: BulkAction, tickets: readonly Ticket[], change: ActChange = {}): Promise<boolean> {
    setBusy(action);
    try {
      await perform(action, tickets, change, onDone);
      return true;
    } catch (error) {
      notify(errorText(error), { type: 'error' });
      return false;
    } finally {
      setBusy(null);
    }
  }

  return { busy, act };
}
