import { sql } from 'kysely';
import type { Statement } from '../../../../core/database/statements.js';
import { deliveryErrorTexts } from '../messages.errors.js';

/** Size of a picture in pixels, after the rotation in its metadata was applied. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

export interface FetchableMedia {
  readonly connectionId: number;
  readonly ref: string | null;
  readonly mime: string | null;
  readonly mediaKey: string | null;
  readonly isDeleted: boolean;
}

export interface FetchedFile {
  readonly key: string;
  readonly mime: string;
  readonly size: number;
  /** Size of a picture, so that screens can reserve space for it. */
  readonly picture: PictureSize | null;
}

export const fetchableMedia = (companyId: number, messageId: number): Statement<FetchableMedia> => sql`
  select connection_id as "connectionId", data->>'mediaRef' as ref, media_mime as mime, media_key as "mediaKey",
   is_deleted as "isDeleted" from messages where company_id = ${companyId} and id = ${messageId}`;

/** No row when the message was deleted or already has a file. */
export const attachFile = (
  companyId: number,
  messageId: number,
  { key, mime, size, picture }: FetchedFile,
): Statement<{ mediaType: string }> => sql`
  update messages set media_key = ${key}, media_mime = ${mime}, media_size = ${size},
   media_type = case when media_type in ('image', 'video') and ${mime} ~ '^(image|video)/'
     then split_part(${mime}, '/', 1) else media_type end, data = coalesce(data,
   '{}') || ${JSON.stringify(picture ?? {})}::jsonb, updated_at = now()
   where company_id = ${companyId} and id = ${messageId} and media_key is null and not is_deleted
     returning media_type as "mediaType"`;

export const markDownloadFailed = (companyId: number, messageId: number): Statement => sql`
  update messages set error_code = ${'ERR_WAPP_DOWNLOAD_MEDIA'},
  error_text = ${JSON.stringify(deliveryErrorTexts.noMedia)}, updated_at = now() where company_id = ${companyId}
  and id = ${messageId}`;

export interface QueuedRecording {
  readonly channel: string;
  readonly mediaKey: string;
  readonly mime: string;
}

/** A queued recording that still has to be converted. */
export const queuedRecording = (companyId: number, messageId: number): Statement<QueuedRecording> => sql`
  select w.channel, m.media_key as "mediaKey", m.media_mime as mime from messages m
  join connections w on w.company_id = m.company_id and w.id = m.connection_id
  where m.company_id = ${companyId} and m.id = ${messageId} and m.status = 'queued' and m.media_key is not null
    and not jsonb_exists(m.data, 'channelMedia')`;

/** Stores the file in the voice format of the channel. */
export const attachConverted = (
  companyId: number,
  messageId: number,
  file: { readonly key: string; readonly mime: string; readonly size: number },
): Statement => sql`
  update messages set data = data || jsonb_build_object('channelMedia', ${JSON.stringify(file)}::jsonb),
   updated_at = now()
   where company_id = ${companyId} and id = ${messageId} and not is_deleted
     and not jsonb_exists(data, 'channelMedia')`;

export const sendAsAudioFile = (companyId: number, messageId: number): Statement => sql`
  update messages set data = data || '{"voice": false}', updated_at = now()
  where company_id = ${companyId} and id = ${messageId}`;

/** The file that still has to be copied for a queued message. */
export const originalOfCopy = (companyId: number, messageId: number): Statement<{ key: string }> => sql`
  select data->>'copyOf' as key from messages where company_id = ${companyId}
   and id = ${messageId} and status = 'queued' and media_key is null`;

/** No row when the message was deleted or already has a file. */
export const attachCopy = (
  companyId: number,
  messageId: number,
  { key, size }: { readonly key: string; readonly size: number },
): Statement<{ mediaType: string; mime: string | null }> => sql`
  update messages set media_key = ${key}, media_size = ${size}, data = data - 'copyOf', updated_at = now()
   where company_id = ${companyId} and id = ${messageId} and media_key is null and not is_deleted
   returning media_type as "mediaType", media_mime as mime`;

export interface StoredPicture {
  readonly key: string;
  readonly mime: string;
  readonly size: number | null;
}

/** `thumbKey` is null where screens show the original. */
export interface StoredThumbnail extends PictureSize {
  readonly thumbKey: string | null;
}

export const pictureWithoutThumbnail = (companyId: number, messageId: number): Statement<StoredPicture> => sql`
  select media_key as key, media_mime as mime, media_size as size from messages
  where company_id = ${companyId} and id = ${messageId} and media_key is not null
    and media_mime is not null and thumb_media_key is null and not is_deleted`;

/** Changes nothing when the message was deleted or has another file or a thumbnail. */
export const attachThumbnail = (
  companyId: number,
  messageId: number,
  key: string,
  { width, height, thumbKey }: StoredThumbnail,
): Statement => sql`
  update messages set thumb_media_key = ${thumbKey}, data = coalesce(data,
  '{}') || jsonb_build_object('width', ${width}::int, 'height', ${height}::int), updated_at = now()
  where company_id = ${companyId} and id = ${messageId} and media_key = ${key} and thumb_media_key is null
    and not is_deleted`;
