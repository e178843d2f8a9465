import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useLocale } from 'react-admin';
import type { ListPage, Schemas } from '../../../providers/api-types';
import { api } from '../../../providers/http';

export type Attendance = Schemas['Attendance'];
export type AttendantDay = Schemas['AttendantDay'];
export type Figures = Schemas['ReportFigures'];

const path = '/relatories';
const MINUTE_MS = 60_000;

function usePages<Page extends { cursor?: string | null }>(report: string, query: string, enabled: boolean) {
  return useInfiniteQuery({
    queryKey: [report, useLocale(), query],
    queryFn: ({ pageParam, signal }) =>
      api<Page>(`${report}?${query}&${new URLSearchParams({ cursor: pageParam })}`, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ cursor }) => cursor,
    placeholderData: keepPreviousData,
    staleTime: MINUTE_MS,
    enabled,
  });
}

export const useAttendances = (query: string, enabled: boolean) =>
  usePages<ListPage<'ReportsController_list'>>(path, query, enabled);

export const useAttendantDays = (query: string, enabled: boolean) =>
  usePages<ListPage<'ReportsController_days'>>(`${path}/attendants`, query, enabled);

/** The figures above either report; the period is what the server took for it. */
export const useSummary = (query: string) =>
  useQuery({
    queryKey: [`${path}/summary`, query],
    queryFn: ({ signal }) => api<Schemas['ReportSummary']>(`${path}/summary?${query}`, { signal }),
    placeholderData: keepPreviousData,
    staleTime: MINUTE_MS,
  });

/** Removed attendants and departments, whose attendances the filters still find. */
export const useRemovedChoices = () =>
  useQuery({
    queryKey: [`${path}/removed`],
    queryFn: ({ signal }) => api<Schemas['RemovedChoices']>(`${path}/removed`, { signal }),
    staleTime: MINUTE_MS,
  });
