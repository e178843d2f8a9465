import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, apiUpload } from '../../providers/http';
import { onResync, useSocketEvent } from '../../providers/realtime';
import { type ContactImport, isUnderWay } from './types';

const key = ['contact-imports'];
/** Should an event be lost. */
const LOOK_MS = 15_000;

/** One's own imports, newest first, kept by events. */
export function useContactImports(enabled: boolean) {
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api<ContactImport[]>('/contacts/imports', { signal }),
    enabled,
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? LOOK_MS : false),
  });
  useEffect(() => onResync(() => void client.invalidateQueries({ queryKey: key })), [client]);
  useSocketEvent(enabled ? 'contactImport' : null, ({ contactImport }) => {
    client.setQueryData<ContactImport[]>(key, (list) =>
      list?.map((each) => (each.id === contactImport.id ? { ...each, ...contactImport } : each)),
    );
    // what was wrong with which line is told when it is over
    if (!isUnderWay(contactImport)) void client.invalidateQueries({ queryKey: key });
  });
  const start = async (file: File) => {
    const form = new FormData();
    form.append('file', file, file.name);
    const started = await apiUpload<ContactImport>('/contacts/import', form);
    client.setQueryData<ContactImport[]>(key, (list = []) => [started, ...list.filter(({ id }) => id !== started.id)]);
    return started.id;
  };
  return { imports: data ?? [], start };
}
