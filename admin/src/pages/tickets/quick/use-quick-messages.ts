import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSocketEvent } from '../../../providers/realtime';
import { keys } from '../data/keys';
import { fetchQuickMessages } from './api';

/** Events keep it fresh; the addresses of files in it are good for a day. */
const HOUR_MS = 3_600_000;

/** The quick messages of this user, asked for before they are needed. */
export function useQuickMessages(enabled: boolean) {
  return useQuery({
    queryKey: keys.quickMessages,
    queryFn: ({ signal }) => fetchQuickMessages(signal),
    enabled,
    staleTime: HOUR_MS,
  });
}

/** Keeps them in step while the workspace is open; while it was not, nobody listened. */
export function useLiveQuickMessages(): void {
  const client = useQueryClient();
  const refetch = () => void client.invalidateQueries({ queryKey: keys.quickMessages });
  useEffect(() => void client.invalidateQueries({ queryKey: keys.quickMessages }), [client]);
  useSocketEvent('quickemessage', refetch);
}
