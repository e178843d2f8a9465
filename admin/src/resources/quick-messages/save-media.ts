import { api, apiUpload } from '../../providers/http';
import { mediaField } from './types';

/** The file goes to a route of its own, once there is a record to hang it on. */
export async function saveMedia(id: string | number, values: Record<string, unknown>): Promise<void> {
  const path = `/quick-messages/${id}/media-upload`;
  const file = values[mediaField];
  if (file === null) await api(path, { method: 'DELETE' });
  if (!(file instanceof File)) return;
  const form = new FormData();
  form.append('typeArch', 'quickMessage');
  form.append('file', file, file.name);
  await apiUpload(path, form);
}
