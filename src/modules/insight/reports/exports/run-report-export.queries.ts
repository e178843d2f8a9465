import { sql } from 'kysely';
import type { Condition, Statement } from '../../../../core/database/statements.js';
import type { Locale } from '../../../../core/i18n.js';
import type { TableFormat } from '../../../../core/resource/table.js';
import type { ReportFilters, ReportName, ReportViewer } from '../search/report-filters.js';

export interface Running {
  readonly id: number;
  readonly userId: number;
  readonly report: ReportName;
  readonly format: TableFormat;
  readonly locale: Locale;
  readonly filters: ReportFilters;
  readonly viewer: ReportViewer;
  readonly auditEntry: number;
  /** The storage key of this run's file. */
  readonly key: string;
}

const hoursKept = 24;

/** Matches only while the export has this run's file. */
const ownedBy = (companyId: number, { id, key }: Running): Condition =>
  sql`company_id = ${companyId} and id = ${id} and status = 'running' and media_key = ${key}`;

/** Assigns a run with a new file; returns no row if the export has ended. `previous` is a killed run's file. */
export const beginRun = (
  companyId: number,
  exportId: number,
  key: string,
): Statement<Running & { previous: string | null }> =>
  sql`update report_exports x set status = 'running', rows = 0, media_key = old.key, updated_at = now()
   from (select id, media_key, ${key}::text as key from report_exports
     where company_id = ${companyId} and id = ${exportId} and status in ('waiting', 'running') for update) old
   where x.company_id = ${companyId} and x.id = old.id
   returning x.id, x.user_id as "userId", x.report, x.format, x.locale, x.filters, x.viewer, x.audit_entry as "auditEntry",
     old.key, old.media_key as previous`;

export const setRunTotal = (companyId: number, exportId: number, total: number): Statement =>
  sql`update report_exports set total = ${total} where company_id = ${companyId} and id = ${exportId}`;

export const setRunProgress = (companyId: number, run: Running, rows: number): Statement =>
  sql`update report_exports set rows = ${rows}, updated_at = now() where ${ownedBy(companyId, run)}`;

export const finishRun = (companyId: number, run: Running, rows: number, size: number): Statement =>
  sql`update report_exports set status = 'ready', rows = ${rows}, total = ${rows}, media_size = ${size},
   expires_at = now() + make_interval(hours => ${hoursKept}), updated_at = now() where ${ownedBy(companyId, run)}`;

export const failRun = (companyId: number, run: Running): Statement =>
  sql`update report_exports set status = 'failed', media_key = null, updated_at = now() where ${ownedBy(companyId, run)}`;

/** Ends an export of any run and returns the storage key of its file. */
export const endExport = (
  companyId: number,
  exportId: number,
): Statement<{ userId: number; auditEntry: number; rows: number; key: string | null }> =>
  sql`update report_exports x set status = 'failed', media_key = null, updated_at = now()
   from (select id, media_key from report_exports
     where company_id = ${companyId} and id = ${exportId} and status in ('waiting', 'running') for update) old
   where x.company_id = ${companyId} and x.id = old.id
   returning x.user_id as "userId", x.audit_entry as "auditEntry", x.rows, old.media_key as key`;
