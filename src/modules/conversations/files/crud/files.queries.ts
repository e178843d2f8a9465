import { sql } from 'kysely';
import type { Statement } from '../../../../core/database/statements.js';
import type { FileListOption } from '../file-list-option.entity.js';

export interface FileOptionRecord extends Pick<FileListOption, 'id' | 'name' | 'mediaName' | 'mediaSize'> {
  /** Signed address of the file; null until the file is uploaded. */
  readonly path: string | null;
  readonly mediaType: string | null;
}

export interface StoredOption extends Omit<FileOptionRecord, 'path'> {
  readonly fileListId: number;
  readonly mediaKey: string | null;
}

export const lockFileList = (companyId: number, id: number): Statement<object> =>
  sql`select id from file_lists where company_id = ${companyId} and id = ${id} for update`;

/** Locks the list if neither it nor its files were changed since then; else no row. Removed files go unnoticed. */
export const unchangedList = (companyId: number, id: number, at: Date): Statement<object> => sql`
  select l.id from file_lists l where l.company_id = ${companyId} and l.id = ${id} and l.updated_at <= ${at}
    and not exists (select from file_list_options o
      where o.company_id = l.company_id and o.file_list_id = l.id and o.updated_at > ${at}) for share`;

export const optionsOfLists = (companyId: number, ids: readonly number[]): Statement<StoredOption> => sql`
  select id, file_list_id as "fileListId", name, media_key as "mediaKey", media_mime as "mediaType",
    media_name as "mediaName", media_size as "mediaSize"
  from file_list_options
  where company_id = ${companyId} and file_list_id = any(${ids})
  order by position, id`;

export const forgetOwner = (companyId: number, userId: number): Statement =>
  sql`update file_lists set user_id = null where company_id = ${companyId} and user_id = ${userId}`;
