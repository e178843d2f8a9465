import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { errorText } from '../../../shared/error-text';
import { fetchTemplates, syncTemplates } from '../data/api';
import { keys } from '../data/keys';
import { useViewer } from '../data/use-viewer';

const RARELY_MS = 60_000;
/** The copy is made by a job: it is looked for a few times. */
const LOOK_AFTER_MS = [1500, 4000, 10_000];

export function useTemplates(connectionId: number, search: string) {
  return useQuery({
    queryKey: keys.templates(connectionId, search),
    queryFn: ({ signal }) => fetchTemplates(connectionId, search, signal),
    placeholderData: keepPreviousData,
    staleTime: RARELY_MS,
  });
}

/** For managers; undefined for everybody else. */
export function useSyncTemplates(connectionId: number): { busy: boolean; start: () => void } | undefined {
  const client = useQueryClient();
  const notify = useNotify();
  const { profile } = useViewer();
  const [busy, setBusy] = useState(false);
  if (profile !== 'admin') return undefined;
  const start = async () => {
    setBusy(true);
    try {
      await syncTemplates(connectionId);
      notify('workspace.template.syncing', { type: 'info' });
      for (const after of LOOK_AFTER_MS)
        window.setTimeout(
          () => void client.invalidateQueries({ queryKey: ['workspace', 'templates', connectionId] }),
          after,
        );
    } catch (error) {
      notify(errorText(error), { type: 'error' });
    } finally {
      setBusy(false);
    }
  };
  return { busy, start: () => void start() };
}
