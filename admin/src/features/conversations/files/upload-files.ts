import { useSyncExternalStore } from 'react';
import type { Schemas } from '../../../providers/api-types';
import { api, apiUpload } from '../../../providers/http';
import { createListeners } from '../../../providers/listeners';

type FileList = Schemas['FileListRecord'];

/** A file of the list in its form; with `file` it is uploaded once the list is stored. */
export type FileRow = Partial<Omit<FileList['options'][number], 'name'>> & { name: string; file?: File };

const listeners = createListeners();
let uploading: { file: File; progress: number } | null = null;

function report(next: typeof uploading) {
  uploading = next;
  listeners.notify();
}

/** The share of the file that is uploaded, 0 to 1; null while it is not its turn. */
export const useUploadProgress = (file: File | undefined): number | null =>
  useSyncExternalStore(listeners.subscribe, () => (file && uploading?.file === file ? uploading.progress : null));

/** Uploads the new files one after the other; the server has stored the names, in the order of the form. */
export async function uploadFiles(id: string | number, values: Record<string, unknown>): Promise<void> {
  const rows = values.options as FileRow[];
  if (!rows.some(({ file }) => file)) return;
  const { options } = await api<FileList>(`/files/${id}`);
  const known = new Set(rows.map((row) => row.id));
  const added = options.filter((option) => !known.has(option.id));
  try {
    for (const { id: optionId = added.shift()?.id, name, file } of rows) {
      if (!file) continue;
      const form = new FormData();
      form.append('typeArch', 'fileList');
      form.append('fileId', String(id));
      form.append('id', String(optionId));
      form.append('name', name);
      form.append('files', file, file.name);
      report({ file, progress: 0 });
      await apiUpload(`/files/uploadList/${id}`, form, { onProgress: (progress) => report({ file, progress }) });
    }
  } finally {
    report(null);
  }
}
