import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNotify } from 'react-admin';
import { keys } from '../data/keys';
import type { QuickMessage } from '../model/quick-message';
import { fetchQuickFile } from './api';

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
      void client.invalidateQueries({ queryKey: keys.quickMessages });
    } finally {
      if (!signal.aborted) setFetching(null);
    }
  }
  return { fetching, fetchFile };
}
