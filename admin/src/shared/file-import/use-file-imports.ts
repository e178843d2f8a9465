import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Schemas } from '../../providers/api-types';
import { api, apiUpload } from '../../providers/http';
import { onResync } from '../../providers/realtime';
import { endOfLines } from './end-of-lines';

export type FileImport = Schemas['ImportView'];
type FoundColumn = Schemas['FoundColumn'];
export type ImportProgress = Schemas['ImportProgress'];

export const isUnderWay = ({ status }: Pick<FileImport, 'status'>): boolean =>
  status === 'waiting' || status === 'running';

/** 0 to 100. */
export const percentOf = ({ position, total }: Pick<FileImport, 'position' | 'total'>): number =>
  total === 0 ? 0 : Math.floor((position / total) * 100);

/** The beginning of a CSV file is enough to show its columns; a workbook is read whole. */
const HEAD_BYTES = 256 * 1024;

/** The first whole lines: half of a character would make the server take the file for one in another encoding. */
async function headOf(file: File): Promise<Blob> {
  if (file.size <= HEAD_BYTES) return file;
  const bytes = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  return file.slice(0, endOfLines(bytes), file.type);
}

/** In case an event is lost. */
const POLL_MS = 15_000;

interface FileImportPaths {
  /** Answers the newest imports. */
  readonly list: string;
  readonly upload: string;
  /** Answers the columns of a file. */
  readonly columns: string;
}

/** The user's imports, newest first; `update` takes the progress that an event tells. */
export function useFileImports({ list, upload, columns }: FileImportPaths) {
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
  const readColumns = async (file: File): Promise<FoundColumn[]> => {
    const form = new FormData();
    form.append('file', /\.xlsx$/i.test(file.name) ? file : await headOf(file), file.name);
    return apiUpload<FoundColumn[]>(columns, form);
  };
  const start = async (file: File, found: readonly FoundColumn[]): Promise<number> => {
    const form = new FormData();
    form.append('columns', found.map(({ role }) => role).join(','));
    form.append('file', file, file.name);
    const started = await apiUpload<FileImport>(upload, form);
    client.setQueryData<FileImport[]>(queryKey, (known = []) => [
      started,
      ...known.filter(({ id }) => id !== started.id),
    ]);
    return started.id;
  };
  return { imports: data ?? [], start, readColumns, update };
}
