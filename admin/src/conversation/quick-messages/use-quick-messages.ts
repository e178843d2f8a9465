import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNotify } from 'react-admin';
import { useSocketEvent } from '../../providers/realtime';
import { get } from '../data/api';
import { queryKeys } from '../data/query-keys';
import type { QuickMessage } from '../model/quick-message';

/** Events keep them fresh; the signed addresses of their files are valid for a day. */
const HOUR_MS = 3_600_000;

/** The active quick messages of the user and the company. */
export function useQuickMessages(enabled: boolean) {
  return useQuery({
    queryKey: queryKeys.quickMessages,
    queryFn: ({ signal }) => get<QuickMessage[]>('/quick-messages/list', {}, signal),
    enabled,
    staleTime: HOUR_MS,
  });
}

/** Refetches on events, and on mount: without the workspace nothing listened. */
export function useLiveQuickMessages(): void {
  const client = useQueryClient();
  const refetch = () => void client.invalidateQueries({ queryKey: queryKeys.quickMessages });
  useEffect(() => void client.invalidateQueries({ queryKey: queryKeys.quickMessages }), [client]);
  useSocketEvent('quickemessage', refetch);
}

/** @throws when there is no file or its signed address has expired */
async function fetchFileOf(message: QuickMessage, signal: AbortSignal): Promise<File> {
  const { mediaPath, mediaName, mediaMime, shortcode } = message;
  const { pathname, search } = new URL(mediaPath ?? '', window.location.href);
  // by its path: the page may be open under another host name than the public one
  const response = await fetch(pathname + search, { signal });
  if (mediaPath === null || !response.ok) throw new Error(`No file of /${shortcode}: ${response.status}`);
  return new File([await response.blob()], mediaName ?? shortcode, { type: mediaMime ?? '' });
}

interface QuickMessageFileOptions {
  onFile: (file: File, message: QuickMessage) => void;
  onFailed: (message: QuickMessage) => void;
}

/** Fetches the file of a quick message; a second one and unmounting abort the first. */
export function useQuickMessageFile({ onFile, onFailed }: QuickMessageFileOptions) {
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
      const file = await fetchFileOf(message, signal);
      if (!signal.aborted) onFile(file, message);
    } catch {
      if (signal.aborted) return;
      notify('quick.media_failed', { type: 'error' });
      onFailed(message);
      // the address may have expired or the file been replaced
      void client.invalidateQueries({ queryKey: queryKeys.quickMessages });
    } finally {
      if (!signal.aborted) setFetching(null);
    }
  }
  return { fetching, fetchFile };
}
