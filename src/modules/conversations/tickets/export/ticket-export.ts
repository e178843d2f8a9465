import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { Context } from '../../../../core/context.js';
import { Db } from '../../../../core/database/db.js';
import type { Condition } from '../../../../core/database/statements.js';
import { t } from '../../../../core/i18n.js';
import { CsvExporter } from '../../../../core/resource/csv-exporter.js';
import type { Query } from '../../../../core/resource/list-query.js';
import { type Cell, cellsOf, headingsOf, type RowColumn } from '../../../../core/resource/table.js';
import { channelExportName } from '../../../channels/connections/channels/channels.service.js';
import { previewText } from '../preview.policy.js';
import { TicketListService } from '../search/ticket-list.service.js';
import { conversationColumns, ratingTexts, spreadsheetPhone, statusTexts } from './conversation-columns.dto.js';
import { type ExportedTicket, exportedTickets, exportSize } from './ticket-export.queries.js';

const shared = conversationColumns;
const columns: readonly RowColumn<ExportedTicket>[] = [
  { ...shared.code, value: ({ code }) => code },
  { ...shared.contact, value: ({ contact }) => contact },
  { ...shared.number, value: spreadsheetPhone },
  { ...shared.channel, value: ({ channel }) => channelExportName(channel) },
  { ...shared.connection, value: ({ connection }) => connection },
  { ...shared.queue, value: ({ queue }) => queue },
  { ...shared.user, value: ({ user }) => user },
  { ...shared.status, value: ({ status }, locale) => statusTexts[status][locale] },
  { ...shared.tags, value: ({ tags }) => tags },
  { ...shared.createdAt, value: ({ createdAt }) => createdAt },
  { ...shared.queuedAt, value: ({ queuedAt }) => queuedAt },
  { ...shared.startedAt, value: ({ startedAt }) => startedAt },
  { ...shared.firstResponseAt, value: ({ firstResponseAt }) => firstResponseAt },
  { ...shared.finishedAt, value: ({ finishedAt }) => finishedAt },
  { ...shared.waited, value: (row) => row.waited },
  { ...shared.responded, value: (row) => row.responded },
  { ...shared.lasted, value: (row) => row.lasted },
  { ...shared.rating, value: (row, locale) => row.rating && (ratingTexts[row.rating]?.[locale] ?? row.rating) },
  { heading: t('Atendimentos', 'Attendances', 'Atenciones'), kind: 'number', value: ({ cycles }) => cycles },
  {
    heading: t('Mensagens recebidas', 'Messages received', 'Mensajes recibidos'),
    kind: 'number',
    value: ({ received }) => received,
  },
  { heading: t('Mensagens enviadas', 'Messages sent', 'Mensajes enviados'), kind: 'number', value: ({ sent }) => sent },
  {
    heading: t('Última mensagem', 'Last message', 'Último mensaje'),
    value: (row, locale) => previewText(row, row.received + row.sent === 0, locale),
  },
  {
    heading: t('Última mensagem em', 'Last message at', 'Último mensaje en'),
    kind: 'time',
    value: ({ lastAt }) => lastAt,
  },
];

const pageSize = 500;
/** With more rows the export does not contain their number, as counting them would take too long. */
const maxCounted = 100_000;

/** Exports tickets as CSV, one row each, with the times of the newest cycle. */
@Injectable()
export class TicketExport {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly csvExporter: CsvExporter,
    private readonly lists: TicketListService,
  ) {}

  /** `count` is null when there are too many rows to count. @throws 400 as the list, and as {@link CsvExporter.csv} */
  async csv(query: Query): Promise<{ table: Readable; count: number | null }> {
    const { companyId } = this.context.actor;
    const { where, zone, count } = await this.db.runAs(companyId, () => this.prepare(query));
    const table = await this.csvExporter.table('csv', {
      action: 'conversations.exported',
      filter: auditedFilters(query),
      columns: headingsOf(columns, this.context.locale),
      batches: this.batches(companyId, where, zone),
    });
    return { table, count };
  }

  private async prepare(query: Query): Promise<{ where: Condition; zone: string; count: number | null }> {
    const where = await this.lists.where(query);
    const row = await this.db.row(exportSize(this.context.companyId, where, maxCounted + 1));
    const count = row?.count ?? 0;
    return { where, zone: row?.zone ?? 'UTC', count: count > maxCounted ? null : count };
  }

  /** Pages are ordered by id, so that none overlap or leave gaps when tickets change meanwhile. */
  private async *batches(companyId: number, where: Condition, zone: string): AsyncGenerator<Cell[][]> {
    const { locale } = this.context;
    for (let after = 0, full = true; full; ) {
      const page = { where, after, limit: pageSize };
      const rows = await this.db.runAs(companyId, () => this.db.rows(exportedTickets(page, zone)));
      yield rows.map((row) => cellsOf(columns, row, locale));
      after = rows.at(-1)?.id ?? after;
      full = rows.length === pageSize;
    }
  }
}

/** The filters for the audit log. A search is recorded without its text, which may contain a customer's name. */
function auditedFilters({ searchParam, ...query }: Query): Record<string, unknown> {
  const names = ['status', 'showAll', 'queueIds', 'tags', 'users', 'date', 'dateStart', 'dateEnd', 'updatedAt'];
  const given = Object.entries(query).filter(([name, value]) => names.includes(name) && value !== '');
  return { ...Object.fromEntries(given), ...(searchParam ? { search: true } : {}) };
}
