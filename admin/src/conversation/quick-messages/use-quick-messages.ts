import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNotify } from 'react-admin';
import { useSocketEvent } from '../../providers/realtime';
import { fetchQuickFile, fetchQuickMessages } from '../data/api';
import { queryKeys } from '../data/query-keys';
import type { QuickMessage } from '../model/quick-message';

/** Events keep it fresh; the addresses of files in it are good for a day. */
const HOUR_MS = 3_600_000;

/** The quick messages of this user, asked for before they are needed. */
export function useQuickMessages(enabled: boolean) {
  return useQuery({
    queryKey: queryKeys.quickMessages,
    queryFn: ({ signal }) => fetchQuickMessages(signal),
    enabled,
    staleTime: HOUR_MS,
  });
}

/** Keeps them in step while the workspace is open; while it was not, nobody listened. */
export function useLiveQuickMessages(): void {
  const client = useQueryClient();
  const refetch = () => void client.invalidateQueries({ queryKey: queryKeys.quickMessages });
  useEffect(() => void client.invalidateQueries({ queryKey: queryKeys.quickMessages }), [client]);
  useSocketEvent('quickemessage', refetch);
}

interface QuickFileOptions {
  onFile: (file: File, message: QuickMessage) => void;
  onFailed: (message: QuickMessage) => void;
}

/** Fetches the file of a quick message; one at a time, and only while the conversation is open. */
export function useQuickFile({ onFile, onFailed }: QuickFileOptions) {
  const notify = useNotify();
  const client = useQueryClient();
  const abort = useRef<AbortController | null>(null);
  const [fetching, setFetching] = useState<QuickMessage | null>(null);
  useEffect(() => () => abort.current?.abort(), []);
  async function fetchFile(message: QuickMessage) {
    abort.current?.abort();
    abort.current = new AbortController();
    const { signal } = abort.current;
    setFetching(message);
    try {
      const file = await fetchQuickFile(message, signal);
      if (!signal.aborted) onFile(file, message);
    } catch {
      if (signal.aborted) return;
      notify('quick.media_failed', { type: 'error' });
      onFailed(message);
      // its address may be too old, or it was replaced while nobody told
      void client.invalidateQueries({ queryKey: queryKeys.quickMessages });
    } finally {
      if (!signal.aborted) setFetching(null);
    }
  }
  return { fetching, fetchFile };
}
