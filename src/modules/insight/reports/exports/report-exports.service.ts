import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { Context } from '../../../../core/context.js';
import { Db } from '../../../../core/database/db.js';
import { InTransaction } from '../../../../core/events/event.js';
import { Events } from '../../../../core/events/events.js';
import { Every } from '../../../../core/jobs/cron.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import { CsvExporter } from '../../../../core/resource/csv-exporter.js';
import type { Query } from '../../../../core/resource/list-query.js';
import type { TableFormat } from '../../../../core/resource/table.js';
import { MediaUrls } from '../../../../core/storage/media-urls.js';
import { enqueueFileRemoval, RemoveFiles } from '../../../../core/storage/remove-files.job.js';
import { ContactErasing } from '../../../contacts/contacts/contacts.events.js';
import { type ExportStatus, ReportExport } from '../report-export.entity.js';
import type { ReportExportInput } from '../reports.dto.js';
import { maxStreamed, reportErrors } from '../reports.errors.js';
import { ReportExportChanged } from '../reports.events.js';
import { type ReportFilters, type ReportName, seesAsMuch, viewerOf } from '../search/report-filters.js';
import { ReportsService } from '../search/reports.service.js';
import {
  deleteExport,
  expiredFilesJobs,
  expireExports,
  expireExportsOfCompany,
  exportProgress,
  type ReportExportProgress,
} from './report-exports.queries.js';
import { RunReportExport } from './run-report-export.job.js';

/** An export as its user sees it. */
export interface ReportExportView {
  readonly id: number;
  readonly report: ReportName;
  readonly format: TableFormat;
  readonly status: ExportStatus;
  /** Rows written so far, out of `total`, which is 0 until the rows have been counted. */
  readonly rows: number;
  readonly total: number;
  /** The size of the file in bytes. */
  readonly size: number | null;
  /** The address of the file, which needs no session; only once the file is ready. */
  readonly url: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
}

export const fileNames: Readonly<Record<ReportName, string>> = {
  conversations: 'relatorio-conversas',
  attendants: 'relatorio-atendentes',
};

const maxListed = 20;
const secondsBetweenExpiries = 300;

const jobKey = (exportId: number): string => `report-export:${exportId}`;

/** Reports as files: small ones are streamed, large ones are written by a job and stored for a day. */
@Injectable()
export class ReportExportsService {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly events: Events,
    private readonly jobs: Jobs,
    private readonly exporter: CsvExporter,
    private readonly reports: ReportsService,
    private readonly urls: MediaUrls,
  ) {}

  /** @throws 409 for more than {@link maxStreamed} rows, and as {@link CsvExporter.table} */
  async stream(report: ReportName, format: TableFormat, query: Query): Promise<Readable> {
    const { locale, actor } = this.context;
    const scope = await this.db.runAs(actor.companyId, async () => {
      const wanted = await this.reports.scopeOf(query);
      if ((await this.reports.countRows(report, wanted, maxStreamed + 1)) > maxStreamed)
        throw reportErrors.ERR_EXPORT_TOO_LARGE();
      return wanted;
    });
    return this.exporter.table(format, {
      action: 'report.exported',
      filter: auditedFilters(scope.filters),
      columns: this.reports.headings(report, locale),
      batches: this.reports.batches(report, scope, locale),
    });
  }

  /** @throws 409 while another export of the caller is running, 429 */
  async start({ report, format, query }: ReportExportInput): Promise<ReportExportView> {
    const { actor, locale, companyId } = this.context;
    const { filters } = await this.reports.scopeOf(Object.fromEntries(new URLSearchParams(query)));
    const row = this.db.em.create(
      ReportExport,
      {
        userId: actor.userId,
        report,
        format,
        locale,
        filters,
        viewer: viewerOf(actor),
        status: 'waiting',
        auditEntry: 0,
      },
      { partial: true },
    );
    await this.db.em.flush();
    row.auditEntry = await this.exporter.begin('report.exported', row.id, auditedFilters(filters));
    await this.jobs.add(RunReportExport, { exportId: row.id }, { key: jobKey(row.id) });
    this.events.emit(new ReportExportChanged({ companyId, exportId: row.id, userId: actor.userId }));
    return this.view(row);
  }

  /** The caller's newest exports. */
  async list(): Promise<ReportExportView[]> {
    const rows = await this.db.em.find(
      ReportExport,
      { userId: this.context.actor.userId },
      { orderBy: { id: 'desc' }, limit: maxListed },
    );
    return rows.map((row) => this.view(row));
  }

  /** @throws 404 */
  async get(id: number): Promise<ReportExportView> {
    const row = await this.db.em.findOne(ReportExport, { id, userId: this.context.actor.userId });
    if (!row) throw reportErrors.ERR_NO_REPORT_EXPORT_FOUND();
    return this.view(row);
  }

  /** Removes an export with its file; a running one ends. @throws 404 */
  async remove(id: number): Promise<void> {
    const { companyId, actor } = this.context;
    const removed = await this.db.row(deleteExport(companyId, id, actor.userId));
    if (!removed) throw reportErrors.ERR_NO_REPORT_EXPORT_FOUND();
    await this.jobs.cancel(jobKey(id));
    await this.jobs.removeFailed(jobKey(id));
    if (removed.key) await enqueueFileRemoval(this.jobs, [removed.key]);
    this.events.emit(new ReportExportChanged({ companyId, exportId: id, userId: actor.userId }));
  }

  /** The progress for the user's screens, which request the address themselves; undefined if the export is gone. */
  progress(id: number): Promise<ReportExportProgress | undefined> {
    return this.db.row(exportProgress(this.context.companyId, id));
  }

  @Every(secondsBetweenExpiries)
  async expire(): Promise<void> {
    await this.jobs.addSelected(RemoveFiles, expiredFilesJobs);
    const expired = await this.db.rows(expireExports);
    for (const { companyId, id, userId } of expired)
      this.events.emit(new ReportExportChanged({ companyId, exportId: id, userId }));
  }

  /** Exports may contain erased data, so all files of the company expire. */
  @InTransaction(ContactErasing)
  async contactErasing(): Promise<void> {
    const { companyId } = this.context;
    const files = await this.db.rows(expireExportsOfCompany(companyId));
    await enqueueFileRemoval(
      this.jobs,
      files.map(({ key }) => key),
    );
    for (const { id, userId } of files) this.events.emit(new ReportExportChanged({ companyId, exportId: id, userId }));
  }

  private view(row: ReportExport): ReportExportView {
    const { id, report, format, status, rows, total, mediaKey, mediaSize, viewer, createdAt, expiresAt } = row;
    const open = status === 'ready' && mediaKey !== null && seesAsMuch(this.context.actor, viewer);
    const url = open ? this.urls.sign(mediaKey, { name: `${fileNames[report]}.${format}` }) : null;
    return {
      id,
      report,
      format,
      status,
      rows,
      total,
      size: mediaSize ?? null,
      url,
      createdAt,
      expiresAt: expiresAt ?? null,
    };
  }
}

/** The chosen filters, with the names of the audit log. */
function auditedFilters({ by, days, ...filters }: ReportFilters): Record<string, unknown> {
  const chosen = Object.entries(filters).filter(([, value]) => value !== null && value !== false);
  const shown = chosen.map(([name, value]) => [name, Array.isArray(value) ? JSON.stringify(value) : value]);
  return { by, ...(days ? { dateStart: days.from, dateEnd: days.until } : {}), ...Object.fromEntries(shown) };
}
