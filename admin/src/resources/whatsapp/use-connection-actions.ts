import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { api } from '../../providers/http';
import { errorText } from '../../shared/error-text';
import type { CheckAnswer } from './types';

/** What a manager may do with a connection; each brings its record up to date. */
export function useConnectionActions(path: string, id: number) {
  const notify = useNotify();
  const client = useQueryClient();
  const [busy, setBusy] = useState<'test' | 'resume' | null>(null);
  const [answer, setAnswer] = useState<CheckAnswer | null>(null);
  const run = async <T>(verb: 'test' | 'resume'): Promise<T | undefined> => {
    setBusy(verb);
    setAnswer(null);
    try {
      return await api<T>(`/${path}/${id}/${verb}`, { method: 'POST' });
    } catch (error) {
      notify(errorText(error), { type: 'error' });
      return undefined;
    } finally {
      setBusy(null);
      void client.invalidateQueries({ queryKey: [path] });
    }
  };
  return {
    busy,
    answer,
    test: async () => setAnswer((await run<CheckAnswer>('test')) ?? null),
    resume: () => void run('resume'),
  };
}
