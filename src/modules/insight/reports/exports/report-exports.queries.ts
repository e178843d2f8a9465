import { type RawBuilder, sql } from 'kysely';
import type { Statement } from '../../../../core/database/statements.js';
import type { SelectedJob } from '../../../../core/jobs/jobs.js';
import type { ReportExport } from '../report-export.entity.js';

export type ReportExportProgress = Pick<ReportExport, 'id' | 'status' | 'rows' | 'total'>;

export const exportProgress = (companyId: number, id: number): Statement<ReportExportProgress> =>
  sql`select id, status, rows, total from report_exports where company_id = ${companyId} and id = ${id}`;

/** Deletes an export of the user and returns the storage key of its file. */
export const deleteExport = (companyId: number, id: number, userId: number): Statement<{ key: string | null }> =>
  sql`delete from report_exports where company_id = ${companyId} and id = ${id} and user_id = ${userId}
   returning media_key as key`;

/** Jobs that remove the files of expired exports, in every company. */
export const expiredFilesJobs: RawBuilder<SelectedJob> = sql`select company_id, jsonb_build_object('keys', jsonb_build_array(media_key)) as payload,
    'expire-report:' || id as key, now() as run_at
   from report_exports where status = 'ready' and expires_at <= now() and media_key is not null`;

/** Marks exports as expired whose time is over, in every company. */
export const expireExports: Statement<{ companyId: number; id: number; userId: number }> =
  sql`update report_exports set status = 'expired', media_key = null, updated_at = now()
   where status = 'ready' and expires_at <= now() returning company_id as "companyId", id, user_id as "userId"`;

/** Marks all exports with a file as expired and returns the storage keys. */
export const expireExportsOfCompany = (companyId: number): Statement<{ key: string; id: number; userId: number }> =>
  sql`update report_exports x set status = 'expired', media_key = null, updated_at = now()
   from (select id, media_key from report_exports
     where company_id = ${companyId} and status in ('running', 'ready') and media_key is not null for update) old
   where x.company_id = ${companyId} and x.id = old.id returning old.media_key as key, x.id, x.user_id as "userId"`;
