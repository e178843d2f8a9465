import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { auditKinds } from '../../core/audit/audit-actions.js';
import { Context } from '../../core/context.js';
import { Db } from '../../core/database/db.js';
import { allOf, type Condition } from '../../core/database/statements.js';
import {
  dayParam,
  invalidQuery,
  isId,
  type Query,
  textParam,
  timeCursorParam,
  writeTimeCursor,
} from '../../core/resource/list-query.js';
import { boundedCount, countLimit, type Page } from '../../core/resource/page.js';
import { withinDays } from '../companies/companies.queries.js';
import { type AuditEntryView, type StoredEntry, type SubjectNames, toAuditEntryView } from './audit-entry-view.js';
import { countEntries, entries, subjectNames, ticketByProtocol } from './audit-log.queries.js';

const pageSize = 50;

/** Lists the audit log: a company's own for its managers, the platform's for super-admins. */
export interface AuditPageExtra {
  /** What can be filtered by. */
  readonly kinds: readonly { readonly value: string; readonly label: string }[];
}

@Injectable()
export class AuditLogService {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
  ) {}

  async company(query: Query): Promise<Page<AuditEntryView, AuditPageExtra>> {
    const { companyId } = this.context;
    const own: Condition = sql`e.company_id = ${companyId} and e.scope <> 'platform'`;
    const protocol = await this.protocol(query, companyId);
    return this.list([own, ...(protocol ? [protocol] : [])], query, companyId);
  }

  platform(query: Query): Promise<Page<AuditEntryView, AuditPageExtra>> {
    return this.list([sql`e.scope <> 'company'`], query, null);
  }

  private async list(
    scope: Condition[],
    query: Query,
    companyId: number | null,
  ): Promise<Page<AuditEntryView, AuditPageExtra>> {
    const where = allOf([...scope, ...filters(query, this.context.actor.companyId)]);
    const cursor = timeCursorParam(query);
    const after: Condition[] = cursor ? [sql`(e.created_at, e.id) < (${cursor.at}::timestamptz, ${cursor.id})`] : [];
    const found = await this.db.rows(entries(allOf([where, ...after]), pageSize + 1));
    const rows = found.slice(0, pageSize);
    const last = rows.at(-1);
    const hasMore = found.length > pageSize;
    const counted = await this.db.row(countEntries(where, countLimit + 1));
    const names = await this.namesOf(rows, companyId);
    return {
      rows: rows.map((row) => toAuditEntryView(row, names, this.context.locale)),
      hasMore,
      ...boundedCount(counted?.count ?? 0),
      cursor: hasMore && last ? writeTimeCursor({ at: last.createdAt, id: last.id }) : null,
      extra: {
        kinds: auditKinds().map(({ name, label }) => ({ value: name, label: label[this.context.locale] })),
      },
    };
  }

  private async protocol(query: Query, companyId: number): Promise<Condition | undefined> {
    const code = textParam(query, 'protocol').replace(/^#/, '');
    if (code === '') return undefined;
    if (!/^\d{1,9}$/.test(code)) invalidQuery('protocol');
    const row = await this.db.row(ticketByProtocol(companyId, code));
    return sql`e.subject = ${`ticket:${row?.id ?? 0}`}`;
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

/** Days are those of the reader's company. */
function filters(query: Query, companyId: number): Condition[] {
  const conditions: Condition[] = [];
  const userId = textParam(query, 'userId');
  if (userId !== '') {
    const id = /^\d{1,15}$/.test(userId) ? Number(userId) : Number.NaN;
    conditions.push(sql`e.user_id = ${isId(id) ? id : invalidQuery('userId')}`);
  }
  const kind = textParam(query, 'kind');
  if (kind !== '')
    conditions.push(sql`e.kind = ${auditKinds().some(({ name }) => name === kind) ? kind : invalidQuery('kind')}`);
  const subject = textParam(query, 'subject');
  if (subject !== '') {
    if (!/^[a-zA-Z]{1,30}:\d{1,15}$/.test(subject)) invalidQuery('subject');
    conditions.push(sql`e.subject = ${subject}`);
  }
  const days = { from: dayParam(query, 'dateStart'), until: dayParam(query, 'dateEnd') };
  return [...conditions, ...withinDays('e.created_at', days, companyId)];
}
