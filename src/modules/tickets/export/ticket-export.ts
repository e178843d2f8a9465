import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Context } from '../../../core/context.js';
import { Db } from '../../../core/database/db.js';
import type { Condition } from '../../../core/database/statements.js';
import type { Locale } from '../../../core/i18n.js';
import { CsvExporter } from '../../../core/resource/csv-exporter.js';
import { TicketList } from '../search/ticket-list.js';
import { exportSize, exportSql } from './ticket-export.queries.js';
import { exportColumns } from './ticket-export-columns.js';

type Query = Readonly<Record<string, unknown>>;

interface ExportRequest {
  readonly companyId: number;
  readonly locale: Locale;
  readonly zone: string;
  readonly where: Condition;
}

const pageSize = 500;
/** With more rows the export does not say how many there are: counting them would take too long. */
const maxCounted = 100_000;

/** Tickets as CSV: one row each, with the times of its newest cycle. */
@Injectable()
export class TicketExport {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly csvExporter: CsvExporter,
    private readonly lists: TicketList,
  ) {}

  /** `count` is null when there are too many to be counted. @throws 400 as the list, and as {@link CsvExporter.csv} */
  async csv(query: Query): Promise<{ table: Readable; count: number | null }> {
    const { companyId } = this.context.actor;
    const { locale } = this.context;
    const { where, zone, count } = await this.db.runAs(companyId, () => this.prepare(query));
    const columns = exportColumns(locale);
    const table = await this.csvExporter.csv({
      action: 'conversations.exported',
      filter: auditedFilters(query),
      headings: columns.map(({ heading }) => heading),
      batches: this.batches({ companyId, locale, zone, where }),
    });
    return { table, count };
  }

  private async prepare(query: Query): Promise<{ where: Condition; zone: string; count: number | null }> {
    const { where } = await this.lists.where(query);
    const row = await this.db.row(exportSize(this.context.companyId, where, maxCounted + 1));
    const count = row?.count ?? 0;
    return { where, zone: row?.zone ?? 'UTC', count: count > maxCounted ? null : count };
  }

  /** By id, so that each page continues the last one even when tickets change. */
  private async *batches({ companyId, locale, zone, where }: ExportRequest): AsyncGenerator<string[][]> {
    const columns = exportColumns(locale);
    for (let after = 0, full = true; full; ) {
      const page = sql`select t.* from tickets t where ${where} and t.id > ${after} order by t.id limit ${sql.lit(pageSize)}`;
      const rows = await this.db.runAs(companyId, () => this.db.rows(exportSql(page, zone)));
      yield rows.map((row) => columns.map(({ value }) => value(row)));
      after = rows.at(-1)?.id ?? after;
      full = rows.length === pageSize;
    }
  }
}

/** The filters for the audit log: that there was a search, but not its text, which may name a customer. */
function auditedFilters({ searchParam, ...query }: Query): Record<string, unknown> {
  const names = ['status', 'showAll', 'queueIds', 'tags', 'users', 'date', 'dateStart', 'dateEnd', 'updatedAt'];
  const given = Object.entries(query).filter(([name, value]) => names.includes(name) && value !== '');
  return { ...Object.fromEntries(given), ...(searchParam ? { search: true } : {}) };
}
