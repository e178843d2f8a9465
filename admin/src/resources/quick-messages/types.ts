import type { RaRecord } from 'react-admin';

/** The fields of a record beside those of its form. */
export interface QuickMessageRecord extends RaRecord<number> {
  geral: boolean;
  allowEdit: boolean;
  userId: number | null;
  isMedia: boolean;
  mediaPath: string | null;
  mediaName: string | null;
  mediaMime: string | null;
  mediaSize: number | null;
}

/** In the form: a file to upload, null to remove the stored one, undefined to keep it. */
export const mediaField = 'media';
