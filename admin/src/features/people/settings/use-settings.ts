import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocale, useNotify } from 'react-admin';
import type { Schemas } from '../../../providers/api-types';
import { ApiError, api } from '../../../providers/http';
import { onResync, useSocketEvent } from '../../../providers/realtime';
import { useSessionUser } from '../../../providers/session-user';
import type { FieldView } from '../../../schema/types';
import { errorText, useNotifyError } from '../../../shared/error-text';

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
  const fields = useQuery({
    queryKey: ['settings-form', locale],
    queryFn: ({ signal }) => api<FieldView[]>('/settings/form', { signal }),
  });
  const values = useQuery({
    queryKey,
    queryFn: ({ signal }) => api<SettingValue[]>('/settings', { signal }),
    staleTime: 0,
  });
  return {
    fields: fields.data,
    values: new Map(values.data?.map(({ key, value }) => [key, value])),
    loaded: fields.data !== undefined && values.data !== undefined,
    error: fields.error ?? values.error,
    retry: () => void Promise.all([fields.refetch(), values.refetch()]),
  };
}

/** Saves one setting. What the server says of its value is returned for the field, any other error is a toast too. */
export function useSaveSetting(key: string) {
  const client = useQueryClient();
  const notify = useNotify();
  const notifyError = useNotifyError();
  const { companyId } = useSessionUser();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (value: string) => api<SettingValue>(`/settings/${key}`, { method: 'PUT', body: { key, value } }),
    networkMode: 'always',
  });
  const save = async (value: string): Promise<string | undefined> => {
    try {
      replaceValue(client, ['settings', companyId], await mutateAsync(value));
      notify('oversight.settings.saved', { type: 'success' });
      return undefined;
    } catch (error) {
      const text = error instanceof ApiError ? error.fields.value : undefined;
      if (text === undefined) notifyError(error);
      return text ?? errorText(error);
    }
  };
  return { save, busy: isPending };
}
