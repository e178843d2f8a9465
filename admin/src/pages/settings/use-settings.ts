import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocale, useNotify } from 'react-admin';
import { ApiError, api } from '../../providers/http';
import { onResync, useSocketEvent } from '../../providers/realtime';
import { useSessionUser } from '../../providers/session-user';
import { errorText } from '../../shared/error-text';
import type { SettingGroupView, SettingValue } from './types';

const put = (client: QueryClient, key: readonly unknown[], setting: SettingValue) =>
  client.setQueryData<SettingValue[]>(key, (values) =>
    values?.map((value) => (value.key === setting.key ? setting : value)),
  );

/** The company's settings, what is asked for and how it is, in step with whoever else changes them. */
export function useSettings() {
  const client = useQueryClient();
  const locale = useLocale();
  const { companyId } = useSessionUser();
  const key = ['settings', companyId];
  useEffect(
    () => onResync(() => void client.invalidateQueries({ queryKey: ['settings', companyId] })),
    [client, companyId],
  );
  useSocketEvent<{ setting?: SettingValue }>('settings', ({ setting }) => setting && put(client, key, setting));
  const groups = useQuery({
    queryKey: ['settings-form', locale],
    queryFn: ({ signal }) => api<SettingGroupView[]>('/settings/form', { signal }),
  });
  const values = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api<SettingValue[]>('/settings', { signal }),
    staleTime: 0,
  });
  return {
    groups: groups.data,
    values: new Map(values.data?.map(({ key: name, value }) => [name, value])),
    loaded: groups.data !== undefined && values.data !== undefined,
    error: groups.error ?? values.error,
    retry: () => void Promise.all([groups.refetch(), values.refetch()]),
  };
}

/** Saves one setting by its key and says so; what is refused is said beside the field. */
export function useSaveSetting(name: string) {
  const client = useQueryClient();
  const notify = useNotify();
  const { companyId } = useSessionUser();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const save = async (value: string): Promise<boolean> => {
    setBusy(true);
    setError(null);
    try {
      const saved = await api<SettingValue>(`/settings/${name}`, { method: 'PUT', body: { key: name, value } });
      put(client, ['settings', companyId], saved);
      notify('oversight.settings.saved', { type: 'success' });
      return true;
    } catch (failure) {
      const told = failure instanceof ApiError ? failure.fields.value : undefined;
      if (told) setError(told);
      else notify(errorText(failure), { type: 'error' });
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, error, save, forgive: () => setError(null) };
}
