import { keepPreviousData, type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import { useNotify } from 'react-admin';
import { useSearchParams } from 'react-router-dom';
import type { Schemas } from '../../../providers/api-types';
import { api, apiDownload } from '../../../providers/http';
import { useSocketEvent } from '../../../providers/realtime';
import { useResources } from '../../../schema/resources';
import { periods } from './periods';

export type Dashboard = Schemas['Dashboard'];

const TICK_MS = 10_000;
/** Between two loads (spec 001 §4). */
const MIN_BETWEEN_LOADS_MS = 30_000;

const pad = (value: number) => String(value).padStart(2, '0');
/** The day of the viewer's calendar, so many days before today. */
export function dayBefore(count: number): string {
  const day = new Date();
  day.setDate(day.getDate() - count);
  return `${day.getFullYear()}-${pad(day.getMonth() + 1)}-${pad(day.getDate())}`;
}

export interface DashboardFilter {
  type: 'date' | 'period';
  from: string;
  until: string;
  /** 0: none. */
  days: number;
}

const isDay = (value: string | null): value is string => value !== null && /^(\d{4}-\d{2}-\d{2})?$/.test(value);

/** The filter, kept in the address. By date from yesterday to today, unless chosen. */
export function useDashboardFilter() {
  const [params, setParams] = useSearchParams();
  const [days, from, until] = [params.get('days'), params.get('date_from'), params.get('date_to')];
  const filter: DashboardFilter = {
    type: days === null ? 'date' : 'period',
    from: isDay(from) ? from : dayBefore(1),
    until: isDay(until) ? until : dayBefore(0),
    days: periods.find((period) => String(period) === days) ?? 0,
  };
  const change = (next: Partial<DashboardFilter>) => {
    const wanted = { ...filter, ...next };
    setParams(
      wanted.type === 'period' ? { days: String(wanted.days) } : { date_from: wanted.from, date_to: wanted.until },
      { replace: true },
    );
  };
  return { filter, change };
}

/** The query of the filter; null when it has no parameters. */
export function queryOf({ type, from, until, days }: DashboardFilter): string | null {
  const entries = type === 'period' ? (days > 0 ? { days: String(days) } : {}) : { date_from: from, date_to: until };
  const given = Object.entries(entries).filter(([, value]) => value !== '');
  return given.length === 0 ? null : new URLSearchParams(given).toString();
}

/** Loads a route of the dashboard; without a query it keeps what it has. */
export function useFigures<T>(route: string, query: string | null): UseQueryResult<T> {
  return useQuery<T>({
    queryKey: ['dashboard', route, query],
    queryFn: ({ signal }) => api<T>(`/dashboard${route}?${query}`, { signal }),
    enabled: query !== null,
    placeholderData: keepPreviousData,
    staleTime: MIN_BETWEEN_LOADS_MS,
  });
}

/** The texts of spec 001 §8, by route; of the others the last one. */
const failures: Record<string, string> = { '': 'data', '/ticketsDay': 'chart', '/ticketsUsers': 'chart' };

/** A toast for each kind of figures that could not be loaded, once until they are. */
export function useFailureToasts(): void {
  const notify = useNotify();
  const cache = useQueryClient().getQueryCache();
  const failed = useSyncExternalStore(
    useCallback((changed: () => void) => cache.subscribe(changed), [cache]),
    () => {
      const queries = cache.findAll({ queryKey: ['dashboard'], type: 'active' });
      const routes = queries.flatMap(({ state, queryKey }) => (state.status === 'error' ? [String(queryKey[1])] : []));
      return [...new Set(routes.map((route) => failures[route] ?? 'load'))].sort().join(' ');
    },
  );
  const shown = useRef('');
  useEffect(() => {
    for (const name of failed.split(' ').filter((each) => each !== '' && !shown.current.includes(each)))
      notify(`dashboard.error.${name}`, { type: 'error' });
    shown.current = failed;
  }, [failed, notify]);
}

/** Every ten seconds, but not within thirty of the last load, and only while somebody looks. */
export function useRefresh(): void {
  const client = useQueryClient();
  useEffect(() => {
    const timer = window.setInterval(() => {
      if (document.visibilityState !== 'visible') return;
      const queries = client.getQueryCache().findAll({ queryKey: ['dashboard'], type: 'active' });
      const last = Math.max(0, ...queries.map(({ state }) => Math.max(state.dataUpdatedAt, state.errorUpdatedAt)));
      if (Date.now() - last >= MIN_BETWEEN_LOADS_MS) void client.invalidateQueries({ queryKey: ['dashboard'] });
    }, TICK_MS);
    return () => window.clearInterval(timer);
  }, [client]);
}

/** Colleagues who come and go are shown at once. */
export function useOnlineAttendants(): void {
  const client = useQueryClient();
  useSocketEvent('presence', ({ user }) => {
    if (!user) return;
    const shown = (data: Dashboard | undefined) =>
      data && {
        ...data,
        attendants: data.attendants.map((each) => (each.id === user.id ? { ...each, online: user.online } : each)),
      };
    // as old as before: this was no load
    for (const { queryKey, state } of client.getQueryCache().findAll({ queryKey: ['dashboard', ''] }))
      client.setQueryData<Dashboard>(queryKey, shown, { updatedAt: state.dataUpdatedAt });
  });
}

export const downloadTable = (table: string, query: string | null) =>
  apiDownload(`/dashboard/export?table=${table}&${query}`, `${table}.csv`);

/** As the page of reports takes them. */
const MAX_REPORT_DAYS = 366;
const DAY_MS = 86_400_000;

export type ReportLinkFilters = Record<string, string | number | readonly number[]>;

/** Where the attendances behind a figure are listed: undefined when that page is not for this user, or not for so many days. */
export function useReportLink(
  period: Pick<Dashboard['period'], 'from' | 'until'> | undefined,
): (filters?: ReportLinkFilters) => string | undefined {
  const { pages } = useResources();
  const open = pages.some(({ path, locked }) => path === '/relatories' && !locked);
  return (filters = {}) => {
    if (!open || !period?.from || !period.until) return undefined;
    if ((Date.parse(period.until) - Date.parse(period.from)) / DAY_MS >= MAX_REPORT_DAYS) return undefined;
    const given = Object.entries({ dateStart: period.from, dateEnd: period.until, ...filters });
    return `/relatories?${new URLSearchParams(
      given.map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)]),
    )}`;
  };
}
