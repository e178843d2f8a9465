import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocale } from 'react-admin';
import type { ListPage, Schemas } from '../../../providers/api-types';
import { api, apiDownload } from '../../../providers/http';
import { onResync, useSocketEvent } from '../../../providers/realtime';
import { useAddressFilters } from '../../../shared/use-address-filters';

/** One action, in the reader's language. */
export type AuditEntry = Schemas['AuditEntryView'];

/** The filters, which are query parameters of the page's address. */
const filterNames = ['userId', 'kind', 'dateStart', 'dateEnd', 'protocol', 'subject'] as const;
type FilterName = (typeof filterNames)[number];
export type AuditFilters = Partial<Record<FilterName, string>>;

const DEBOUNCE_MS = 500;
/** Actions of the platform emit no socket event. */
const POLL_MS = 15_000;

export const useAuditFilters = () => useAddressFilters(filterNames);

/** The filtered log as a file. */
export const downloadAudit = (platform: boolean, filters: AuditFilters) =>
  apiDownload(
    `${platform ? '/admin/audit' : '/audit'}/export?${new URLSearchParams(filters)}`,
    platform ? 'auditoria-plataforma.csv' : 'auditoria.csv',
  );

/** The log, newest first, refetched after events. */
export function useAudit(path: string, filters: AuditFilters) {
  const client = useQueryClient();
  const locale = useLocale();
  const timer = useRef<number | undefined>(undefined);
  const refetchSoon = () => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => void client.invalidateQueries({ queryKey: [path] }), DEBOUNCE_MS);
  };
  useEffect(() => () => window.clearTimeout(timer.current), []);
  useEffect(() => onResync(() => void client.invalidateQueries({ queryKey: [path] })), [client, path]);
  useSocketEvent('audit', refetchSoon);
  return useInfiniteQuery({
    queryKey: [path, locale, filters],
    queryFn: ({ pageParam, signal }) =>
      api<ListPage<'AuditLogController_company'>>(`${path}?${new URLSearchParams({ ...filters, cursor: pageParam })}`, {
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ cursor }) => cursor,
    refetchInterval: path === '/audit' ? false : POLL_MS,
    placeholderData: (previous) => previous,
  });
}
