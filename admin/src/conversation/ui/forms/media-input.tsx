import AttachFile from '@mui/icons-material/AttachFileOutlined';
import { Box, Button, Typography } from '@mui/material';
import { type ChangeEvent, useId, useRef } from 'react';
import { useGetOne, useLocale, useNotify, useRecordContext, useTranslate } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import type { Schemas } from '../../../providers/api-types';
import { api, apiUpload } from '../../../providers/http';
import { FilePreview, useLocalUrl } from '../../../shared/file-preview';
import { formatBytes } from '../../../shared/format';
import { isTooLarge, sizeLimit } from '../../model/files';

/** In the form: a file to upload, null to remove the stored one, undefined to keep it. */
export const mediaField = 'media';

interface PreviewFile {
  url: string | null;
  type: string;
  name: string;
  size: number;
}

type StoredFile = Pick<Schemas['QuickMessageRecord'], 'id' | 'mediaPath' | 'mediaMime' | 'mediaName' | 'mediaSize'>;

/** The file that the record would have after saving: the chosen one, else the stored one. */
function usePreviewFile(resource: string): PreviewFile | null {
  // the record of the form has only its fields
  const opened = useRecordContext();
  const { data: record } = useGetOne<StoredFile>(
    resource,
    { id: opened?.id as number },
    { enabled: opened?.id !== undefined },
  );
  const chosen: unknown = useWatch({ name: mediaField });
  const file = chosen instanceof File ? chosen : null;
  const local = useLocalUrl(file);
  if (file) return { url: local, type: file.type, name: file.name, size: file.size };
  if (chosen === null || !record?.mediaPath) return null;
  const { mediaPath, mediaMime, mediaName, mediaSize } = record;
  return { url: mediaPath, type: mediaMime ?? '', name: mediaName ?? '', size: mediaSize ?? 0 };
}

interface MediaButtonsProps {
  /** Whether there is a file. */
  given: boolean;
  label: string;
  accept?: string;
  removable?: boolean;
}

/** Choose, replace and remove the file of a form; uploaded by {@link uploadMedia} once the record is stored. */
export function MediaButtons({ given, label, accept, removable = true }: MediaButtonsProps) {
  const translate = useTranslate();
  const input = useRef<HTMLInputElement>(null);
  const { choose, remove } = useChoose();
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      <input ref={input} type="file" hidden accept={accept} aria-label={label} tabIndex={-1} onChange={choose} />
      <Button variant="outlined" startIcon={<AttachFile />} onClick={() => input.current?.click()}>
        {translate(given ? 'quick.replace' : 'quick.attach')}
      </Button>
      {given && removable && <Button onClick={remove}>{translate('quick.remove')}</Button>}
    </Box>
  );
}

/** Uploads or removes the file, by a route of its own. */
export async function uploadMedia(path: string, values: Record<string, unknown>, typeArch?: string): Promise<void> {
  const file = values[mediaField];
  if (file === null) await api(path, { method: 'DELETE' });
  if (!(file instanceof File)) return;
  const form = new FormData();
  if (typeArch) form.append('typeArch', typeArch);
  form.append('file', file, file.name);
  await apiUpload(path, form);
}

function useChoose() {
  const translate = useTranslate();
  const locale = useLocale();
  const notify = useNotify();
  const { setValue } = useFormContext();
  const set = (value: File | null) => setValue(mediaField, value, { shouldDirty: true });
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    // the same file may be chosen again
    event.target.value = '';
    if (!file) return;
    if (!isTooLarge(file)) return set(file);
    const limit = formatBytes(sizeLimit(file.type), locale);
    notify(translate('workspace.attach.too_large', { name: file.name, limit }), { type: 'error' });
  };
  return { choose, remove: () => set(null) };
}

/** The file of a record of `resource`; uploaded when the form is saved. */
export function MediaInput({ resource, readOnly }: { resource: string; readOnly: boolean }) {
  const translate = useTranslate();
  const id = useId();
  const shown = usePreviewFile(resource);
  return (
    <Box role="group" aria-labelledby={id} sx={{ display: 'grid', gap: 1 }}>
      <Typography variant="subtitle2" id={id} sx={{ color: 'text.secondary' }}>
        {translate('quick.file')}
      </Typography>
      {shown && <FilePreview {...shown} />}
      {!shown && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {translate('quick.no_file')}
        </Typography>
      )}
      {!readOnly && <MediaButtons given={shown !== null} label={translate('quick.file')} />}
    </Box>
  );
}
