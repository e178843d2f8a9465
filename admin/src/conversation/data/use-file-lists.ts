import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Schemas } from '../../providers/api-types';
import { refetch } from '../../providers/query-client';
import { useSocketEvent } from '../../providers/realtime';
import { normalize } from '../model/search-highlight';
import { get } from './api';
import { queryKeys } from './cache';

export type FileList = Schemas['FileListRecord'];

/** Events keep the lists current; the signed addresses of their files are valid for a day. */
const HOUR_MS = 3_600_000;
const MAX_SUGGESTIONS = 20;

/** The file lists of the company, by name. */
export const useFileLists = (enabled: boolean) =>
  useQuery({
    queryKey: queryKeys.fileLists,
    queryFn: ({ signal }) => get<FileList[]>('/files/list', {}, signal),
    enabled,
    staleTime: HOUR_MS,
  });

/** Refetches on events, and on mount, because events are missed while the workspace is closed. */
export function useLiveFileLists(): void {
  useEffect(() => refetch(queryKeys.fileLists), []);
  useSocketEvent('file', () => refetch(queryKeys.fileLists));
}

/** Lists whose name or message contains the term. */
export function suggestLists(lists: readonly FileList[], term: string): FileList[] {
  const wanted = normalize(term);
  return lists
    .filter(({ name, message }) => normalize(name).includes(wanted) || normalize(message).includes(wanted))
    .slice(0, MAX_SUGGESTIONS);
}
