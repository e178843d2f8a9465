import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { refetch } from '../../providers/query-client';
import { useSocketEvent } from '../../providers/realtime';
import type { QuickMessage } from '../model/quick-message';
import { get } from './api';
import { queryKeys } from './cache';

/** Events keep the messages current; the signed addresses of their files are valid for a day. */
const HOUR_MS = 3_600_000;

/** The quick messages that this user may send. */
export const useQuickMessages = (enabled: boolean) =>
  useQuery({
    queryKey: queryKeys.quickMessages,
    queryFn: ({ signal }) => get<QuickMessage[]>('/quick-messages/list', {}, signal),
    enabled,
    staleTime: HOUR_MS,
  });

/** Refetches on events, and on mount, because events are missed while the workspace is closed. */
export function useLiveQuickMessages(): void {
  useEffect(() => refetch(queryKeys.quickMessages), []);
  useSocketEvent('quickemessage', () => refetch(queryKeys.quickMessages));
}
