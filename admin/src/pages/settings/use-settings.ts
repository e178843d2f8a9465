import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocale, useNotify } from 'react-admin';
import type { Schemas } from '../../providers/api-types';
import { ApiError, api } from '../../providers/http';
import { onResync, useSocketEvent } from '../../providers/realtime';
import { useSessionUser } from '../../providers/session-user';
import { useNotifyError } from '../../shared/error-text';

/** How a setting is edited, in the reader's language. */
export type SettingGroupView = Schemas['SettingsForm'][number];
export type SettingFieldView = SettingGroupView['fields'][number];
type SettingValue = Schemas['SettingValue'];

const replaceValue = (client: QueryClient, queryKey: readonly unknown[], setting: SettingValue) =>
  client.setQueryData<SettingValue[]>(queryKey, (values) =>
    values?.map((value) => (value.key === setting.key ? setting : value)),
  );

/** The company's settings and their form, updated by socket events. */
export function useSettings() {
  const client = useQueryClient();
  const locale = useLocale();
  const { companyId } = useSessionUser();
  const queryKey = ['settings', companyId];
  useEffect(
    () => onResync(() => void client.invalidateQueries({ queryKey: ['settings', companyId] })),
    [client, companyId],
  );
  useSocketEvent('settings', ({ setting }) => setting && replaceValue(client, queryKey, setting));
  const groups = useQuery({
    queryKey: ['settings-form', locale],
    queryFn: ({ signal }) => api<SettingGroupView[]>('/settings/form', { signal }),
  });
  const values = useQuery({
    queryKey,
    queryFn: ({ signal }) => api<SettingValue[]>('/settings', { signal }),
    staleTime: 0,
  });
  return {
    groups: groups.data,
    values: new Map(values.data?.map(({ key, value }) => [key, value])),
    loaded: groups.data !== undefined && values.data !== undefined,
    error: groups.error ?? values.error,
    retry: () => void Promise.all([groups.refetch(), values.refetch()]),
  };
}

const fieldError = (error: Error | null) => (error instanceof ApiError ? error.fields.value : undefined);

/** Saves one setting. The server's error about its value belongs beside the field, any other is a toast. */
export function useSaveSetting(key: string) {
  const client = useQueryClient();
  const notify = useNotify();
  const notifyError = useNotifyError();
  const { companyId } = useSessionUser();
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (value: string) => api<SettingValue>(`/settings/${key}`, { method: 'PUT', body: { key, value } }),
    networkMode: 'always',
    onSuccess: (saved) => {
      replaceValue(client, ['settings', companyId], saved);
      notify('oversight.settings.saved', { type: 'success' });
    },
    onError: (failure) => fieldError(failure) ?? notifyError(failure),
  });
  return { save: mutate, busy: isPending, error: fieldError(error), clearError: reset };
}
