import type { RaRecord } from 'react-admin';

/** What a record has beside its form fields. */
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

/** In the form: a file to upload, null to remove the stored one, nothing to leave it. */
export const mediaField = 'media';
