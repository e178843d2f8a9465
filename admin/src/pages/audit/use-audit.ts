import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocale } from 'react-admin';
import { useSearchParams } from 'react-router-dom';
import { api } from '../../providers/http';
import { onResync, useSocketEvent } from '../../providers/realtime';
import { type AuditFilters, type AuditPageAnswer, type FilterName, filterNames } from './types';

const SETTLE_MS = 500;
/** What the platform's people do in other companies is told to nobody's socket. */
const LOOK_MS = 15_000;

/** The filters, which live in the address, so that a page of the log can be sent to somebody. */
export function useAuditFilters() {
  const [params, setParams] = useSearchParams();
  const filters: AuditFilters = {};
  for (const name of filterNames) {
    const value = params.get(name);
    if (value) filters[name] = value;
  }
  const change = (values: Partial<Record<FilterName, string>>) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        for (const [name, value] of Object.entries(values)) value ? next.set(name, value) : next.delete(name);
        return next;
      },
      { replace: true },
    );
  return { filters, change, clear: () => setParams({}, { replace: true }) };
}

/** The log, newest first, kept in step with what goes on. */
export function useAudit(path: string, filters: AuditFilters) {
  const client = useQueryClient();
  const locale = useLocale();
  const timer = useRef<number | undefined>(undefined);
  const again = () => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => void client.invalidateQueries({ queryKey: [path] }), SETTLE_MS);
  };
  useEffect(() => () => window.clearTimeout(timer.current), []);
  useEffect(() => onResync(() => void client.invalidateQueries({ queryKey: [path] })), [client, path]);
  useSocketEvent('audit', again);
  return useInfiniteQuery({
    queryKey: [path, locale, filters],
    queryFn: ({ pageParam, signal }) =>
      api<AuditPageAnswer>(`${path}?${new URLSearchParams({ ...filters, cursor: pageParam })}`, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ cursor }) => cursor,
    refetchInterval: path === '/audit' ? false : LOOK_MS,
    placeholderData: (previous) => previous,
  });
}
