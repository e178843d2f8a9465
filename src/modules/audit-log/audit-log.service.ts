import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { auditKinds } from '../../core/audit/audit-actions.js';
import { Context } from '../../core/context.js';
import { Db } from '../../core/database/db.js';
import { allOf, type Condition } from '../../core/database/statements.js';
import { dayParam, invalidQuery, isId, textParam } from '../../core/resource/list-query.js';
import { countLimit, type Page } from '../../core/resource/page.js';
import { type AuditEntryView, type StoredEntry, toAuditEntryView } from './audit-entry-view.js';
import { AuditSubjects } from './audit-subjects.js';

type Query = Readonly<Record<string, unknown>>;

const pageSize = 50;
const iso = sql`to_char(e.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Lists the audit log: a company's own for its managers, the platform's for super-admins. */
@Injectable()
export class AuditLogService {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly subjects: AuditSubjects,
  ) {}

  async company(query: Query): Promise<Page<AuditEntryView>> {
    const { companyId } = this.context;
    const own: Condition = sql`e.company_id = ${companyId} and e.scope <> 'platform'`;
    const protocol = await this.protocol(query, companyId);
    return this.list([own, ...(protocol ? [protocol] : [])], query, companyId);
  }

  platform(query: Query): Promise<Page<AuditEntryView>> {
    return this.list([sql`e.scope <> 'company'`], query, null);
  }

  private async list(scope: Condition[], query: Query, companyId: number | null): Promise<Page<AuditEntryView>> {
    const where = allOf([...scope, ...filters(query, this.context.actor.companyId)]);
    const cursor = cursorOf(query);
    const from = cursor ? allOf([where, cursor]) : where;
    const found = await this.db.rows<StoredEntry>(
      sql`select e.id, ${iso} as "createdAt", e.user_id as "userId", e.user_name as "userName", e.address, e.action, e.kind, e.subject,
         e.data, e.company_id as "companyId"
       from audit_entries e where ${from} order by e.created_at desc, e.id desc limit ${sql.lit(pageSize + 1)}`,
    );
    const rows = found.slice(0, pageSize);
    const last = rows.at(-1);
    const hasMore = found.length > pageSize;
    const names = await this.subjects.namesOf(rows, companyId);
    return {
      rows: rows.map((row) => toAuditEntryView(row, names, this.context.locale)),
      hasMore,
      ...(await this.count(where)),
      cursor: hasMore && last ? Buffer.from(`${last.createdAt}|${last.id}`).toString('base64url') : null,
      extra: {
        kinds: auditKinds().map(({ name, label }) => ({ value: name, label: label[this.context.locale] })),
      },
    };
  }

  private async count(where: Condition): Promise<{ count: number; countIsMinimum?: boolean }> {
    const row = await this.db.row<{ count: number }>(
      sql`select count(*) as count from (select 1 from audit_entries e where ${where}
         order by e.created_at desc, e.id desc limit ${sql.lit(countLimit + 1)}) x`,
    );
    const count = row?.count ?? 0;
    return count > countLimit ? { count: countLimit, countIsMinimum: true } : { count };
  }

  /** A conversation by the number that people know it by; the log itself remembers one that was deleted. */
  private async protocol(query: Query, companyId: number): Promise<Condition | undefined> {
    const text = textParam(query, 'protocol').replace(/^#/, '');
    if (text === '') return undefined;
    if (!/^\d{1,9}$/.test(text)) invalidQuery('protocol');
    const row = await this.db.row<{ id: number }>(
      sql`select coalesce((select id from tickets where company_id = ${companyId} and code = ${Number(text)}),
         (select subject_id from audit_entries where company_id = ${companyId} and kind = 'conversations'
           and action = 'ticket.deleted' and data->>'code' = ${text} limit 1)) as id`,
    );
    return sql`e.subject = ${`ticket:${row?.id ?? 0}`}`;
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
  const midnight = sql`at time zone (select timezone from companies where id = ${companyId})`;
  const [from, until] = [dayParam(query, 'dateStart'), dayParam(query, 'dateEnd')];
  if (from) conditions.push(sql`e.created_at >= (${from}::date)::timestamp ${midnight}`);
  if (until) conditions.push(sql`e.created_at < (${until}::date + 1)::timestamp ${midnight}`);
  return conditions;
}

function cursorOf(query: Query): Condition | undefined {
  const text = textParam(query, 'cursor');
  if (text === '') return undefined;
  const [, at, id] =
    /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z)\|(\d{1,15})$/.exec(Buffer.from(text, 'base64url').toString()) ?? [];
  if (at === undefined || Number.isNaN(Date.parse(at))) invalidQuery('cursor');
  return sql`(e.created_at, e.id) < (${at}::timestamptz, ${Number(id)})`;
}
