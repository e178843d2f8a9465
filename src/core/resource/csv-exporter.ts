import { pipeline, Readable } from 'node:stream';
import { Injectable, Logger } from '@nestjs/common';
import { stringify } from 'csv-stringify';
import type { FastifyReply } from 'fastify';
import { Audit } from '../audit/audit.js';
import { Context } from '../context.js';
import type { BaseEntity } from '../database/base.entity.js';
import { Db } from '../database/db.js';
import { coreErrors } from '../errors/core-errors.js';
import { type RateLimit, RateLimits } from '../redis/rate-limiter.js';
import type { CrudService } from './crud.service.js';
import type { ExportColumn } from './define-resource.js';

/** A table that is made while it is sent. */
export interface CsvTable {
  /** The action in the audit log. */
  readonly action: string;
  /** What was asked for; kept in the audit log. */
  readonly filter?: Readonly<Record<string, unknown>>;
  readonly headings: readonly string[];
  /** Rows in batches, each read in a unit of work of its own, so that neither memory nor a transaction grows with the table. */
  readonly batches: AsyncIterable<readonly (readonly string[])[]>;
}

const perHour = 20;
const pageSize = 1000;

/** Tables for spreadsheets: one at a time for a person or program, a bounded number an hour, each in the audit log with what was asked for and how many rows left. */
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

  /**
   * UTF-8 with a mark, semicolons, every cell quoted, formulas defused: opens as it is in a Portuguese spreadsheet.
   * @throws 409 while the caller's last one is still being sent, 429
   */
  async csv(table: CsvTable): Promise<Readable> {
    const { userId, program, companyId } = this.context.actor;
    const caller = program ? `${program.kind}:${program.id}` : String(userId);
    if (this.running.has(caller)) throw coreErrors.ERR_EXPORT_RUNNING();
    this.running.add(caller);
    try {
      await this.rateLimit.consume(caller);
      const entryId = await this.db.runAs(companyId, async () => {
        const entry = this.audit.record(table.action, null, { filter: table.filter ?? {} });
        await this.db.em.flush();
        return entry.id;
      });
      return this.stream(table, caller, companyId, entryId);
    } catch (error) {
      this.running.delete(caller);
      throw error;
    }
  }

  /** The records of a resource with `exports`. @throws as {@link csv} */
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

  private async *recordBatches<E extends BaseEntity>(
    companyId: number,
    service: CrudService<E>,
    columns: readonly ExportColumn<E>[],
  ): AsyncGenerator<string[][]> {
    for (let after: E | undefined, full = true; full; ) {
      const from = after;
      const rows = await this.db.runAs(companyId, () => service.exportRows(from, pageSize));
      yield rows.map((row) => columns.map(({ cell }) => cell(row)));
      after = rows.at(-1);
      full = rows.length === pageSize;
    }
  }

  private stream(table: CsvTable, caller: string, companyId: number, entryId: number): Readable {
    const csv = stringify({ bom: true, delimiter: ';', record_delimiter: '\r\n', quoted: true, quoted_empty: true });
    pipeline(Readable.from(this.rows(table, caller, companyId, entryId)), csv, (error) => {
      this.running.delete(caller);
      // who stops the download is no failure of ours
      if (error && error.code !== 'ERR_STREAM_PREMATURE_CLOSE')
        this.logger.error({ msg: 'export broke off', companyId, reason: String(error) });
    });
    return csv;
  }

  private async *rows(
    { headings, batches }: CsvTable,
    caller: string,
    companyId: number,
    entryId: number,
  ): AsyncGenerator<readonly string[]> {
    let rows = 0;
    let complete = false;
    try {
      yield headings.map(cellOf);
      for await (const batch of batches) {
        for (const row of batch) {
          yield row.map(cellOf);
          rows += 1;
        }
      }
      complete = true;
    } finally {
      await this.db.runAs(companyId, () => this.audit.recordOutcome(entryId, { rows, complete }));
      this.running.delete(caller);
    }
  }
}

/**
 * A cell stays one line of text: a line end would start a row for programs that ignore quotes, and what a spreadsheet
 * takes for a formula, also behind blanks, gets the apostrophe that makes it text.
 */
function cellOf(text: string): string {
  const line = text.replace(/[\r\n\v\f\u0085\u2028\u2029]+/g, ' ');
  return /^[\s\p{Cc}\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^\t/u.test(line) ? `'${line}` : line;
}

/** Headers of a download that no cache stores. */
export const attachmentHeaders = (reply: FastifyReply, type: string, name: string): FastifyReply =>
  reply.headers({
    'content-type': type,
    'content-disposition': `attachment; filename="${name}"`,
    'cache-control': 'no-store',
  });
