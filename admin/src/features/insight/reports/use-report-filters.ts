import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';

export type ReportName = 'conversations' | 'attendants';

/** The filters, by the names of the API, which are query parameters of the page's address. */
const filterNames = [
  'by',
  'dateStart',
  'dateEnd',
  'queueIds',
  'withoutQueue',
  'users',
  'withoutAttendant',
  'unaccepted',
  'connections',
  'tags',
  'channel',
  'status',
  'rating',
  'origin',
  'ad',
] as const;
type FilterName = (typeof filterNames)[number];
export type ReportFilters = Partial<Record<FilterName, string>>;
export type ChangeFilters = (change: ReportFilters) => void;

/** The ids of a JSON list; none of a malformed one, which the server refuses. */
export function readIds(text = ''): number[] {
  return (text.match(/\d+/g) ?? []).map(Number);
}

export const writeIds = (ids: readonly number[]): string => (ids.length > 0 ? JSON.stringify(ids) : '');

/** What the page shows, kept in its address so that a report has a link. */
export function useReportFilters() {
  const [params, setParams] = useSearchParams();
  const report: ReportName = params.get('view') === 'attendants' ? 'attendants' : 'conversations';
  const filters = useMemo(() => {
    const given: ReportFilters = {};
    for (const name of filterNames) {
      const value = params.get(name);
      if (value) given[name] = value;
    }
    return given;
  }, [params]);
  const change = useCallback(
    (values: ReportFilters & { view?: string }) =>
      setParams(
        (current) => {
          const next = new URLSearchParams(current);
          for (const [name, value] of Object.entries(values)) value ? next.set(name, value) : next.delete(name);
          return next;
        },
        { replace: true },
      ),
    [setParams],
  );
  return {
    report,
    filters,
    /** For the API. */
    query: new URLSearchParams(filters).toString(),
    /** For saved views. */
    address: params.size > 0 ? `?${params}` : '',
    change,
    apply: (address: string) => setParams(new URLSearchParams(address)),
  };
}
