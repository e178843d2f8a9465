import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { parsePhoneNumberFromString } from 'libphonenumber-js/mobile';
import { Context } from '../../../core/context.js';
import { Db } from '../../../core/database/db.js';
import type { Condition } from '../../../core/database/statements.js';
import { type Locale, type Localized, t } from '../../../core/i18n.js';
import { CsvExporter } from '../../../core/resource/csv-exporter.js';
import type { Query } from '../../../core/resource/list-query.js';
import { channelExportName } from '../../connections/channels/channels.service.js';
import { TicketList } from '../search/ticket-list.service.js';
import type { TicketStatus } from '../ticket.entity.js';
import { type ExportedTicket, exportSize, exportSql } from './ticket-export.queries.js';

interface Column {
  readonly heading: Localized;
  readonly value: (row: ExportedTicket, locale: Locale) => string | number | null;
}

/** A {@link Column} in one language. */
interface ExportColumn {
  readonly heading: string;
  readonly value: (row: ExportedTicket) => string;
}

const statuses: Readonly<Record<TicketStatus, Localized>> = {
  pending: t('Pendente', 'Waiting', 'Pendiente'),
  open: t('Aberta', 'Open', 'Abierta'),
  closed: t('Resolvida', 'Resolved', 'Resuelta'),
};
/** Spec 002 §9. */
const ratings: Readonly<Record<number, Localized>> = {
  1: t('Insatisfeito', 'Unsatisfied', 'Insatisfecho'),
  2: t('Satisfeito', 'Satisfied', 'Satisfecho'),
  3: t('Muito satisfeito', 'Very satisfied', 'Muy satisfecho'),
};
const group = t('Grupo', 'Group', 'Grupo');

const columns: readonly Column[] = [
  { heading: t('Protocolo', 'Protocol', 'Protocolo'), value: ({ code }) => code },
  { heading: t('Contato', 'Contact', 'Contacto'), value: ({ contact }) => contact },
  {
    heading: t('Número', 'Number', 'Número'),
    value: ({ number, isGroup }, locale) => (isGroup ? group[locale] : spreadsheetPhone(number)),
  },
  { heading: t('Canal', 'Channel', 'Canal'), value: ({ channel }) => channelExportName(channel) },
  { heading: t('Conexão', 'Connection', 'Conexión'), value: ({ connection }) => connection },
  { heading: t('Departamento', 'Department', 'Departamento'), value: ({ queue }) => queue },
  { heading: t('Atendente', 'Attendant', 'Agente'), value: ({ user }) => user },
  { heading: t('Status', 'Status', 'Estado'), value: ({ status }, locale) => statuses[status][locale] },
  { heading: t('Tags', 'Tags', 'Etiquetas'), value: ({ tags }) => tags },
  { heading: t('Criada em', 'Created', 'Creada'), value: ({ createdAt }) => createdAt },
  { heading: t('Na fila desde', 'Waiting since', 'En espera desde'), value: ({ queuedAt }) => queuedAt },
  { heading: t('Aceita em', 'Accepted', 'Aceptada'), value: ({ startedAt }) => startedAt },
  {
    heading: t('Primeira resposta em', 'First response', 'Primera respuesta'),
    value: ({ firstResponseAt }) => firstResponseAt,
  },
  { heading: t('Encerrada em', 'Closed', 'Cerrada'), value: ({ finishedAt }) => finishedAt },
  { heading: t('Tempo de espera', 'Waiting time', 'Tiempo de espera'), value: ({ waited }) => span(waited) },
  {
    heading: t('Tempo até a primeira resposta', 'Time to first response', 'Tiempo hasta la primera respuesta'),
    value: ({ responded }) => span(responded),
  },
  { heading: t('Duração', 'Duration', 'Duración'), value: ({ lasted }) => span(lasted) },
  {
    heading: t('Avaliação', 'Rating', 'Calificación'),
    value: ({ rating }, locale) => (rating === null ? null : (ratings[rating]?.[locale] ?? rating)),
  },
  { heading: t('Atendimentos', 'Attendances', 'Atenciones'), value: ({ cycles }) => cycles },
  { heading: t('Mensagens recebidas', 'Messages received', 'Mensajes recibidos'), value: ({ received }) => received },
  { heading: t('Mensagens enviadas', 'Messages sent', 'Mensajes enviados'), value: ({ sent }) => sent },
  {
    heading: t('Última mensagem', 'Last message', 'Último mensaje'),
    value: ({ lastMessage }) => lastMessage,
  },
  { heading: t('Última mensagem em', 'Last message at', 'Último mensaje en'), value: ({ lastAt }) => lastAt },
];

const exportColumns = (locale: Locale): ExportColumn[] =>
  columns.map(({ heading, value }) => ({
    heading: heading[locale],
    value: (row) => String(value(row, locale) ?? ''),
  }));

const two = (value: number): string => String(value).padStart(2, '0');

/** hh:mm:ss, which spreadsheets add up; more than a day stays hours. */
function span(total: number | null): string | null {
  if (total === null) return null;
  const all = Math.max(0, total);
  return [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60].map(two).join(':');
}

/** With spaces: a spreadsheet takes bare digits for an amount and rounds them, and a leading plus for a formula. */
function spreadsheetPhone(number: string): string {
  const [, country, area, head, tail] = /^(55)(\d{2})(\d{4,5})(\d{4})$/.exec(number) ?? [];
  if (country) return `${country} (${area}) ${head}-${tail}`;
  return parsePhoneNumberFromString(`+${number}`)?.formatInternational().slice(1) ?? number;
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
    const { where, zone, count } = await this.db.runAs(companyId, () => this.prepare(query));
    const columns = exportColumns(this.context.locale);
    const table = await this.csvExporter.csv({
      action: 'conversations.exported',
      filter: auditedFilters(query),
      headings: columns.map(({ heading }) => heading),
      batches: this.batches(companyId, columns, where, zone),
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
  private async *batches(
    companyId: number,
    columns: readonly ExportColumn[],
    where: Condition,
    zone: string,
  ): AsyncGenerator<string[][]> {
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
