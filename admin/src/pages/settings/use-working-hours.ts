import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocale, useNotify } from 'react-admin';
import { ApiError, api } from '../../providers/http';
import { onResync, useSocketEvent } from '../../providers/realtime';
import { useSessionUser } from '../../providers/session-user';
import { errorText } from '../../shared/error-text';
import type { WorkingDay } from './types';

type Times = Pick<WorkingDay, 'weekdayEn' | 'startTime' | 'endTime'>;

/** The company's hours with what is being changed of them, until that is saved. */
export function useWorkingHours() {
  const client = useQueryClient();
  const notify = useNotify();
  const locale = useLocale();
  const { companyId } = useSessionUser();
  const path = `/companies/${companyId}/schedules`;
  const [changes, setChanges] = useState<Record<string, Partial<Times>>>({});
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => onResync(() => void client.invalidateQueries({ queryKey: [path] })), [client, path]);
  useSocketEvent<{ schedules?: Times[] }>('settings', ({ schedules }) => {
    if (schedules) void client.invalidateQueries({ queryKey: [path] });
  });
  const { data } = useQuery({
    queryKey: [path, locale],
    queryFn: ({ signal }) => api<{ schedules: WorkingDay[] }>(path, { signal }),
  });
  const days = data?.schedules.map((day) => ({ ...day, ...changes[day.weekdayEn] }));
  const save = async () => {
    setBusy(true);
    setError(null);
    try {
      const saved = await api<{ schedules: WorkingDay[] }>(path, { method: 'PUT', body: { schedules: days } });
      client.setQueryData([path, locale], saved);
      setChanges({});
      notify('oversight.settings.hours_saved', { type: 'success' });
    } catch (failure) {
      const told = failure instanceof ApiError ? Object.values(failure.fields)[0] : undefined;
      setError(told ?? errorText(failure));
    } finally {
      setBusy(false);
    }
  };
  const change = (weekdayEn: string, times: Partial<Times>) => {
    setError(null);
    setChanges((current) => ({ ...current, [weekdayEn]: { ...current[weekdayEn], ...times } }));
  };
  return { days, busy, error, changed: Object.keys(changes).length > 0, change, save };
}
