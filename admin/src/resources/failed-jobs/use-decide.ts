import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { api } from '../../providers/http';
import { errorText } from '../../shared/error-text';

export type Decision = 'retry' | 'discard';

/** Tries chosen jobs again or gives them up, says what came of it and shows the list anew. */
export function useDecide(path: string, onDone: () => void) {
  const notify = useNotify();
  const client = useQueryClient();
  const [busy, setBusy] = useState<Decision | null>(null);
  const decide = async (decision: Decision, ids: readonly number[]) => {
    setBusy(decision);
    try {
      const { count } = await api<{ count: number }>(`/${path}/${decision}`, { method: 'POST', body: { ids } });
      const said = decision === 'retry' ? 'jobs.retried' : 'jobs.discarded';
      if (count === 0) notify('jobs.gone', { type: 'warning' });
      else notify(said, { type: 'success', messageArgs: { smart_count: count } });
      onDone();
    } catch (error) {
      notify(errorText(error), { type: 'error' });
    } finally {
      setBusy(null);
      void client.invalidateQueries({ queryKey: [path] });
    }
  };
  return { busy, decide };
}
