import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Schemas } from '../../providers/api-types';
import { api, apiUpload } from '../../providers/http';
import { onResync } from '../../providers/realtime';

export type FileImport = Schemas['ImportView'];
export type ImportProgress = Schemas['ImportProgress'];

export const isUnderWay = ({ status }: Pick<FileImport, 'status'>): boolean =>
  status === 'waiting' || status === 'running';

/** 0 to 100. */
export const percentOf = ({ position, total }: Pick<FileImport, 'position' | 'total'>): number =>
  total === 0 ? 0 : Math.floor((position / total) * 100);

/** In case an event is lost. */
const POLL_MS = 15_000;

interface FileImportPaths {
  /** Answers the newest imports. */
  readonly list: string;
  readonly upload: string;
}

/** The user's imports, newest first; `update` takes the progress that an event tells. */
export function useFileImports({ list, upload }: FileImportPaths) {
  const client = useQueryClient();
  const queryKey = [list];
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api<FileImport[]>(list, { signal }),
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? POLL_MS : false),
  });
  useEffect(() => onResync(() => void client.invalidateQueries({ queryKey: [list] })), [client, list]);
  const update = (progress: ImportProgress) => {
    client.setQueryData<FileImport[]>(queryKey, (known) =>
      known?.map((each) => (each.id === progress.id ? { ...each, ...progress } : each)),
    );
    // the errors of lines are complete only at the end
    if (!isUnderWay(progress)) void client.invalidateQueries({ queryKey });
  };
  const start = async (file: File): Promise<number> => {
    const form = new FormData();
    form.append('file', file, file.name);
    const started = await apiUpload<FileImport>(upload, form);
    client.setQueryData<FileImport[]>(queryKey, (known = []) => [
      started,
      ...known.filter(({ id }) => id !== started.id),
    ]);
    return started.id;
  };
  return { imports: data ?? [], start, update };
}
