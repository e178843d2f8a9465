import { Injectable } from '@nestjs/common';
import { Audit } from '../../../../core/audit/audit.js';
import { Context } from '../../../../core/context.js';
import { Db } from '../../../../core/database/db.js';
import { Events } from '../../../../core/events/events.js';
import { defineJob, JobHandler, type JobRun, OnDiscard, RetryLater } from '../../../../core/jobs/job.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import { encodeTable, mimeOfTable, type RowBatches } from '../../../../core/resource/table.js';
import { enqueueFileRemoval } from '../../../../core/storage/remove-files.job.js';
import { newStorageKey, Storage } from '../../../../core/storage/storage.js';
import { ReportExportChanged } from '../reports.events.js';
import { calendarOf, type ReportScope } from '../search/reports.queries.js';
import { ReportsService } from '../search/reports.service.js';
import {
  beginRun,
  endExport,
  failRun,
  finishRun,
  type Running,
  setRunProgress,
  setRunTotal,
} from './run-report-export.queries.js';

/** Writes a report to a file in the storage. */
export class RunReportExport extends defineJob<{ exportId: number }>('run-report-export', { priority: 'bulk' }) {}

const progressMs = 1000;
const backoff = [5, 60];
const mostCounted = 2_000_000_000;

/** The export was removed, or another process has taken it over. */
class Ended extends Error {}

/**
 * A killed run starts again with a new file: rows change meanwhile, and half a workbook cannot be continued. Only
 * the run whose key is in the row reports progress and ends the export.
 */
@Injectable()
export class RunReportExportHandler {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly events: Events,
    private readonly audit: Audit,
    private readonly jobs: Jobs,
    private readonly storage: Storage,
    private readonly reports: ReportsService,
  ) {}

  @JobHandler(RunReportExport, { transactional: false, backoff })
  async perform({ exportId }: RunReportExport['payload'], { companyId = 0, attempt, stopping }: JobRun): Promise<void> {
    const inCompany = <T>(work: () => Promise<T>): Promise<T> => this.db.runAs(companyId, work);
    const last = attempt > backoff.length;
    const begun = await inCompany(() => this.begin(exportId)).catch(async (error: unknown) => {
      if (last) await inCompany(() => this.discarded({ exportId }));
      throw error;
    });
    if (!begun) return;
    const { run, scope, previous } = begun;
    if (previous) await this.storage.remove(previous);
    const written = { rows: 0 };
    try {
      const file = encodeTable(
        run.format,
        this.reports.headings(run.report, run.locale),
        this.written(run, scope, written, stopping),
      );
      const { size } = await this.storage.put(run.key, file, { mime: mimeOfTable[run.format] });
      if (!(await inCompany(() => this.finish(run, written.rows, size)))) throw new Ended();
    } catch (error) {
      await this.storage.remove(run.key);
      if (error instanceof Ended) return;
      if (last && !(error instanceof RetryLater)) await inCompany(() => this.fail(run, written.rows));
      throw error;
    }
  }

  /** Ends an export that no run will continue. */
  @OnDiscard(RunReportExport)
  async discarded({ exportId }: RunReportExport['payload']): Promise<void> {
    const ended = await this.db.row(endExport(this.context.companyId, exportId));
    if (!ended) return;
    const { userId, auditEntry, rows, key } = ended;
    if (key) await enqueueFileRemoval(this.jobs, [key]);
    await this.audit.recordOutcome(auditEntry, { rows, complete: false });
    this.emitChange({ id: exportId, userId });
  }

  /** Passes rows on and stores the progress. @throws Ended, and RetryLater when the process stops */
  private async *written(
    run: Running,
    scope: ReportScope,
    written: { rows: number },
    stopping: AbortSignal | undefined,
  ): RowBatches {
    let told = Date.now();
    for await (const batch of this.reports.batches(run.report, scope, run.locale)) {
      if (stopping?.aborted) throw new RetryLater(0, 'the process stops');
      yield batch;
      written.rows += batch.length;
      if (Date.now() - told < progressMs) continue;
      told = Date.now();
      if (!(await this.db.runAs(scope.companyId, () => this.progress(run, written.rows)))) throw new Ended();
    }
  }

  /** undefined if the export has ended. `previous` is the file of a killed run. */
  private async begin(
    exportId: number,
  ): Promise<{ run: Running; scope: ReportScope; previous: string | null } | undefined> {
    const { companyId } = this.context;
    const calendar = await this.db.row(calendarOf(companyId));
    const run = await this.db.row(beginRun(companyId, exportId, newStorageKey(companyId, 'tmp')));
    if (!run || !calendar) return undefined;
    const scope = { companyId, viewer: run.viewer, filters: run.filters, ...calendar };
    const total = await this.reports.countRows(run.report, scope, mostCounted);
    await this.db.run(setRunTotal(companyId, run.id, total));
    this.emitChange(run);
    return { run, scope, previous: run.previous };
  }

  private async progress(run: Running, rows: number): Promise<boolean> {
    const count = await this.db.run(setRunProgress(this.context.companyId, run, rows));
    this.emitChange(run);
    return count > 0;
  }

  private async finish(run: Running, rows: number, size: number): Promise<boolean> {
    const count = await this.db.run(finishRun(this.context.companyId, run, rows, size));
    if (count > 0) await this.audit.recordOutcome(run.auditEntry, { rows, complete: true });
    this.emitChange(run);
    return count > 0;
  }

  private async fail(run: Running, rows: number): Promise<void> {
    await this.db.run(failRun(this.context.companyId, run));
    await this.audit.recordOutcome(run.auditEntry, { rows, complete: false });
    this.emitChange(run);
  }

  private emitChange({ id, userId }: Pick<Running, 'id' | 'userId'>): void {
    this.events.emit(new ReportExportChanged({ companyId: this.context.companyId, exportId: id, userId }));
  }
}
