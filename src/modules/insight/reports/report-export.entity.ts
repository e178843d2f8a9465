import { Entity, Index, Property } from '@mikro-orm/decorators/legacy';
import { IdType } from '../../../core/database/database-types.js';
import { TenantEntity } from '../../../core/database/tenant.entity.js';
import type { Locale } from '../../../core/i18n.js';
import type { TableFormat } from '../../../core/resource/table.js';
import type { ReportFilters, ReportName, ReportViewer } from './search/report-filters.js';

export const exportStatuses = ['waiting', 'running', 'ready', 'failed', 'expired'] as const;
export type ExportStatus = (typeof exportStatuses)[number];

/** A report that a job writes to a file; at most one of a user waits or runs (reports.database.ts). */
@Entity({ tableName: 'report_exports' })
@Index({ name: 'report_exports_user_index', properties: ['companyId', 'userId', 'id'] })
@Index({ name: 'report_exports_expiry_index', properties: ['status', 'expiresAt'] })
export class ReportExport extends TenantEntity {
  /** Kept when the user is removed. */
  @Property({ type: IdType })
  userId!: number;

  @Property({ length: 20 })
  report!: ReportName;

  @Property({ length: 10 })
  format!: TableFormat;

  @Property({ length: 10 })
  locale!: Locale;

  @Property({ type: 'json' })
  filters!: ReportFilters;

  /** What the user saw when it was asked for; the file is theirs while they still see as much. */
  @Property({ type: 'json' })
  viewer!: ReportViewer;

  @Property({ length: 10 })
  status!: ExportStatus;

  /** Rows in the file; 0 until they were counted. */
  @Property({ type: 'integer', default: 0 })
  total!: number;

  @Property({ type: 'integer', default: 0 })
  rows!: number;

  /** Storage key, also of a file that is being written. */
  @Property({ length: 200, nullable: true })
  mediaKey!: string | null;

  @Property({ type: IdType, nullable: true })
  mediaSize!: number | null;

  /** Entry of the audit log that gets the outcome. */
  @Property({ type: IdType })
  auditEntry!: number;

  @Property({ type: 'datetime', length: 3, nullable: true })
  expiresAt!: Date | null;
}
