import { finished, type Readable } from 'node:stream';
import { Injectable, Logger } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Audit } from '../audit/audit.js';
import { Context } from '../context.js';
import type { BaseEntity } from '../database/base.entity.js';
import { Db } from '../database/db.js';
import { coreErrors } from '../errors/core-errors.js';
import { type RateLimit, RateLimits } from '../redis/rate-limiter.js';
import type { CrudService } from './crud.service.js';
import type { ExportColumn } from './define-resource.js';
import type { Stored } from './record-table.js';
import { encodeTable, type RowBatches, type TableColumn, type TableFormat } from './table.js';

/** A table that is generated while it is sent. */
export interface ExportedTable {
  /** The name of the action in the audit log. */
  readonly action: string;
  /** What the caller asked for, which the audit log keeps. */
  readonly filter?: Readonly<Record<string, unknown>>;
  readonly columns: readonly TableColumn[];
  /** Runs after all other checks, in the transaction of the audit entry; if it throws, there is no entry. */
  readonly prepare?: () => Promise<void>;
  readonly batches: RowBatches;
}

/** A table whose cells are all texts. */
export interface CsvTable extends Omit<ExportedTable, 'columns'> {
  readonly headings: readonly string[];
}

const perHour = 20;
const pageSize = 1000;

/** Sends tables for spreadsheets: one at a time per caller, a limited number per hour, and each with an audit entry. */
@Injectable()
export class CsvExporter {
  private readonly logger = new Logger('Exports');
  private readonly rateLimit: RateLimit;
  private readonly running = new Set<string>();

  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly audit: Audit,
    rateLimits: RateLimits,
  ) {
    this.rateLimit = rateLimits.create({ name: 'exports', points: perHour, seconds: 3600 });
  }

  /** @throws as {@link table} */
  csv({ headings, ...table }: CsvTable): Promise<Readable> {
    return this.table('csv', { ...table, columns: headings.map((heading) => ({ heading })) });
  }

  /** @throws 409 while the caller's last export is still being sent, 429 above the limit */
  async table(format: TableFormat, table: ExportedTable): Promise<Readable> {
    const { caller } = this;
    if (this.running.has(caller)) throw coreErrors.ERR_EXPORT_RUNNING();
    this.running.add(caller);
    try {
      const entryId = await this.begin(table.action, null, table.filter, table.prepare);
      return this.stream(format, table, caller, entryId);
    } catch (error) {
      this.running.delete(caller);
      throw error;
    }
  }

  /** Counts and records an export of the caller. @returns the audit entry's id, for its outcome @throws 429 */
  async begin(
    action: string,
    subjectId: number | null,
    filter: ExportedTable['filter'] = {},
    prepare: ExportedTable['prepare'] = undefined,
  ): Promise<number> {
    await this.rateLimit.consume(this.caller);
    return this.db.runAs(this.context.actor.companyId, async () => {
      await prepare?.();
      const entry = this.audit.record(action, subjectId, { filter });
      await this.db.em.flush();
      return entry.id;
    });
  }

  /** Exports the records of a resource with `exports`. @throws as {@link table} */
  async recordsCsv<E extends BaseEntity>(resource: string, service: CrudService<E>): Promise<Readable> {
    const { companyId } = this.context.actor;
    const columns = await this.db.runAs(companyId, () => service.exportColumns());
    const headings = columns.map(({ heading }) => heading);
    return this.csv({
      action: `${resource}.exported`,
      headings,
      batches: this.recordBatches(companyId, service, columns),
    });
  }

  private get caller(): string {
    const { userId, program } = this.context.actor;
    return program ? `${program.kind}:${program.id}` : String(userId);
  }

  private async *recordBatches<E extends BaseEntity>(
    companyId: number,
    service: CrudService<E>,
    columns: readonly ExportColumn<Stored<E>>[],
  ): AsyncGenerator<string[][]> {
    for (let after: Stored<E> | undefined, full = true; full; ) {
      const from = after;
      const rows = await this.db.runAs(companyId, () => service.exportRows(from, pageSize));
      yield rows.map((row) => columns.map(({ cell }) => cell(row)));
      after = rows.at(-1);
      full = rows.length === pageSize;
    }
  }

  private stream(format: TableFormat, table: ExportedTable, caller: string, entryId: number): Readable {
    const { companyId } = this.context.actor;
    const stream = encodeTable(format, table.columns, this.counted(table.batches, companyId, entryId));
    finished(stream, (error) => {
      this.running.delete(caller);
      // it is no failure when the client stops the download
      if (error && error.code !== 'ERR_STREAM_PREMATURE_CLOSE')
        this.logger.error({ msg: 'export broke off', companyId, reason: String(error) });
    });
    return stream;
  }

  private async *counted(batches: RowBatches, companyId: number, entryId: number): RowBatches {
    let rows = 0;
    let complete = false;
    try {
      for await (const batch of batches) {
        yield batch;
        rows += batch.length;
      }
      complete = true;
    } finally {
      await this.db.runAs(companyId, () => this.audit.recordOutcome(entryId, { rows, complete }));
    }
  }
}

/** Sets the headers of a download that no cache may store. */
export const attachmentHeaders = (reply: FastifyReply, type: string, name: string): FastifyReply =>
  reply.headers({
    'content-type': type,
    'content-disposition': `attachment; filename="${name}"`,
    'cache-control': 'no-store',
  });
