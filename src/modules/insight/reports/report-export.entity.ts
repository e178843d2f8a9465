import { Entity, Index, Property } from '@mikro-orm/decorators/legacy';
import { IdType } from '../../../core/database/database-types.js';
import { TenantEntity } from '../../../core/database/tenant.entity.js';
import type { Locale } from '../../../core/i18n.js';
import type { TableFormat } from '../../../core/resource/table.js';
import type { ReportFilters, ReportName, ReportViewer } from './search/report-filters.js';

export const exportStatuses = ['waiting', 'running', 'ready', 'failed', 'expired'] as const;
export type ExportStatus = (typeof exportStatuses)[number];

/** A report that a job writes to a file; a user has at most one that waits or runs (reports.database.ts). */
@Entity({ tableName: 'report_exports' })
@Index({ name: 'report_exports_user_index', properties: ['companyId', 'userId', 'id'] })
@Index({ name: 'report_exports_expiry_index', properties: ['status', 'expiresAt'] })
export class ReportExport extends TenantEntity {
  /** The id is kept when the user is removed. */
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

  /** The rights of the user at the request; the file is available only while the user's rights are not fewer. */
  @Property({ type: 'json' })
  viewer!: ReportViewer;

  @Property({ length: 10 })
  status!: ExportStatus;

  /** The number of rows in the file; 0 until they have been counted. */
  @Property({ type: 'integer', default: 0 })
  total!: number;

  @Property({ type: 'integer', default: 0 })
  rows!: number;

  /** The storage key, also while the file is being written. */
  @Property({ length: 200, nullable: true })
  mediaKey!: string | null;

  @Property({ type: IdType, nullable: true })
  mediaSize!: number | null;

  /** The audit log entry that gets the outcome. */
  @Property({ type: IdType })
  auditEntry!: number;

  @Property({ type: 'datetime', length: 3, nullable: true })
  expiresAt!: Date | null;
}
