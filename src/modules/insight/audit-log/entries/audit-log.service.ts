import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { auditKinds } from '../../../../core/audit/audit-actions.js';
import { Context } from '../../../../core/context.js';
import { Db } from '../../../../core/database/db.js';
import { allOf, type Condition } from '../../../../core/database/statements.js';
import { t } from '../../../../core/i18n.js';
import { CsvExporter } from '../../../../core/resource/csv-exporter.js';
import {
  dayOrMomentParam,
  invalidQuery,
  isId,
  type Query,
  type TimeCursor,
  textParam,
  timeCursorParam,
  writeTimeCursor,
} from '../../../../core/resource/list-query.js';
import { boundedCount, countLimit, type Page } from '../../../../core/resource/page.js';
import { withinDays } from '../../../platform/companies/registration/companies.queries.js';
import { type AuditEntryView, type StoredEntry, type SubjectNames, toAuditEntryView } from './audit-entry-view.js';
import {
  byUser,
  companyEntries,
  countEntries,
  entries,
  entriesAfter,
  ofKind,
  ofSubject,
  platformEntries,
  subjectNames,
  ticketByProtocol,
  timezoneOf,
} from './audit-log.queries.js';

const pageSize = 50;
const exportBatch = 1000;
const maxExported = 100_000;

const filterNames = ['userId', 'kind', 'subject', 'protocol', 'dateStart', 'dateEnd'] as const;

const headings = [
  t('Data e hora', 'Date and time', 'Fecha y hora'),
  t('Pessoa', 'Person', 'Persona'),
  t('Tipo', 'Kind', 'Tipo'),
  t('Ação', 'Action', 'Acción'),
  t('Registro', 'Record', 'Registro'),
  t('Detalhe', 'Detail', 'Detalle'),
  t('Endereço', 'Address', 'Dirección'),
];
const system = t('Sistema', 'System', 'Sistema');

/** Lists the audit log: a company's own for its managers, the platform's for super-admins. */
export interface AuditPageExtra {
  /** The kinds that the filter offers. */
  readonly kinds: readonly { readonly value: string; readonly label: string }[];
}

@Injectable()
export class AuditLogService {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly exports: CsvExporter,
  ) {}

  /** @param companyId null for the platform's log */
  async list(query: Query, companyId: number | null): Promise<Page<AuditEntryView, AuditPageExtra>> {
    const where = await this.where(query, companyId);
    const found = await this.read(where, timeCursorParam(query), pageSize + 1, companyId);
    const rows = found.slice(0, pageSize);
    const last = rows.at(-1);
    const hasMore = found.length > pageSize;
    const counted = await this.db.row(countEntries(where, countLimit + 1));
    return {
      rows,
      hasMore,
      ...boundedCount(counted?.count ?? 0),
      cursor: hasMore && last ? writeTimeCursor({ at: last.createdAt, id: last.id }) : null,
      extra: {
        kinds: auditKinds().map(({ name, label }) => ({ value: name, label: label[this.context.locale] })),
      },
    };
  }

  /** The newest 100 000 entries as CSV, in the time zone of the reader's company. @throws 400, 409, 429 */
  async csv(query: Query, companyId: number | null): Promise<Readable> {
    const { locale } = this.context;
    const unit = <T>(fn: () => Promise<T>): Promise<T> =>
      companyId === null ? this.db.asPlatform(fn) : this.db.runAs(companyId, fn);
    const where = await unit(() => this.where(query, companyId));
    const zone = await unit(() => this.db.row(timezoneOf(this.context.actor.companyId)));
    return this.exports.csv({
      action: 'audit.exported',
      filter: Object.fromEntries(
        filterNames.flatMap((name) => (textParam(query, name) === '' ? [] : [[name, textParam(query, name)]])),
      ),
      headings: headings.map((heading) => heading[locale]),
      batches: this.batches((cursor) => unit(() => this.read(where, cursor, exportBatch, companyId)), zone?.timezone),
    });
  }

  private async *batches(
    read: (cursor: TimeCursor | undefined) => Promise<AuditEntryView[]>,
    timeZone: string | undefined,
  ): AsyncGenerator<string[][]> {
    const { locale } = this.context;
    const kinds = new Map(auditKinds().map(({ name, label }) => [name, label[locale]]));
    // `sv-SE` gives readable ISO 8601, which spreadsheets recognise as a date
    const time = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
    let cursor: TimeCursor | undefined;
    for (let rows = 0, full = true; full && rows < maxExported; rows += exportBatch) {
      const found = await read(cursor);
      yield found.map(({ createdAt, user, kind, text, subject, detail, address }) => [
        time.format(new Date(createdAt)),
        user?.name ?? system[locale],
        kinds.get(kind) ?? kind,
        text,
        subject?.name ?? '',
        detail ?? '',
        address ?? '',
      ]);
      const last = found.at(-1);
      cursor = last && { at: last.createdAt, id: last.id };
      full = found.length === exportBatch;
    }
  }

  private async where(query: Query, companyId: number | null): Promise<Condition> {
    const own = filters(query, this.context.actor.companyId);
    if (companyId === null) return allOf([platformEntries, ...own]);
    const protocol = await this.protocol(query, companyId);
    return allOf([companyEntries(companyId), ...(protocol ? [protocol] : []), ...own]);
  }

  private async read(
    where: Condition,
    cursor: TimeCursor | undefined,
    limit: number,
    companyId: number | null,
  ): Promise<AuditEntryView[]> {
    const rows = await this.db.rows(entries(cursor ? allOf([where, entriesAfter(cursor)]) : where, limit));
    const names = await this.namesOf(rows, companyId);
    return rows.map((row) => toAuditEntryView(row, names, this.context.locale));
  }

  private async protocol(query: Query, companyId: number): Promise<Condition | undefined> {
    const code = textParam(query, 'protocol').replace(/^#/, '');
    if (code === '') return undefined;
    if (!/^\d{1,9}$/.test(code)) invalidQuery('protocol');
    const row = await this.db.row(ticketByProtocol(companyId, code));
    return ofSubject(`ticket:${row?.id ?? 0}`);
  }

  private async namesOf(rows: readonly StoredEntry[], companyId: number | null): Promise<SubjectNames> {
    const ids = new Map<string, number[]>();
    for (const { subject } of rows) {
      const [noun, id] = subject?.split(':') ?? [];
      if (noun && id) ids.set(noun, [...(ids.get(noun) ?? []), Number(id)]);
    }
    const names = subjectNames(ids, companyId);
    return new Map(names && (await this.db.rows(names)).map(({ subject, name }) => [subject, name]));
  }
}

/** The filters of the query; days are those of the reader's company. */
function filters(query: Query, companyId: number): Condition[] {
  const conditions: Condition[] = [];
  const userId = textParam(query, 'userId');
  if (userId !== '') {
    const id = /^\d{1,15}$/.test(userId) ? Number(userId) : Number.NaN;
    conditions.push(byUser(isId(id) ? id : invalidQuery('userId')));
  }
  const kind = textParam(query, 'kind');
  if (kind !== '')
    conditions.push(ofKind(auditKinds().some(({ name }) => name === kind) ? kind : invalidQuery('kind')));
  const subject = textParam(query, 'subject');
  if (subject !== '') {
    if (!/^[a-zA-Z]{1,30}:\d{1,15}$/.test(subject)) invalidQuery('subject');
    conditions.push(ofSubject(subject));
  }
  const days = { from: dayOrMomentParam(query, 'dateStart'), until: dayOrMomentParam(query, 'dateEnd') };
  return [...conditions, ...withinDays('e.created_at', days, companyId)];
}
