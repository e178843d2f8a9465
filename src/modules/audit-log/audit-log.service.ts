import { Injectable } from '@nestjs/common';
import { actKinds, isActKind } from '../../core/audit/acts.js';
import { Context } from '../../core/context/context.js';
import { Db } from '../../core/database/db.js';
import { dayParam, isId, refuseQuery, textParam } from '../../core/resource/list-query.js';
import { countLimit, type Page } from '../../core/resource/page.js';
import { AuditSubjects } from './audit-subjects.js';
import { type StoredEntry, type ToldEntry, told } from './told-entry.js';

type Query = Readonly<Record<string, unknown>>;

/** A where-clause on the alias `e` with its parameters. */
interface Condition {
  readonly sql: string;
  readonly params: readonly unknown[];
}

const pageSize = 50;
const iso = `to_char(e.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Lists the audit log: a company's own for its managers, the platform's for super-admins. */
@Injectable()
export class AuditLogService {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly subjects: AuditSubjects,
  ) {}

  async company(query: Query): Promise<Page<ToldEntry>> {
    const { companyId } = this.context;
    const own = { sql: "e.company_id = ? and e.scope <> 'platform'", params: [companyId] };
    const protocol = await this.protocol(query, companyId);
    return this.list([own, ...(protocol ? [protocol] : [])], query, companyId);
  }

  platform(query: Query): Promise<Page<ToldEntry>> {
    return this.list([{ sql: "e.scope <> 'company'", params: [] }], query, null);
  }

  private async list(scope: Condition[], query: Query, companyId: number | null): Promise<Page<ToldEntry>> {
    const where = all([...scope, ...filters(query, this.context.actor.companyId)]);
    const cursor = cursorOf(query);
    const from = cursor ? all([where, cursor]) : where;
    const found = await this.db.rows<StoredEntry>(
      `select e.id, ${iso} as "createdAt", e.user_id as "userId", e.user_name as "userName", e.address, e.action, e.kind, e.subject, e.data,
         e.company_id as "companyId" from audit_entries e where ${from.sql} order by e.created_at desc, e.id desc limit ${pageSize + 1}`,
      from.params,
    );
    const rows = found.slice(0, pageSize);
    const last = rows.at(-1);
    const hasMore = found.length > pageSize;
    const names = await this.subjects.namesOf(rows, companyId);
    return {
      rows: rows.map((row) => told(row, names, this.context.locale)),
      hasMore,
      ...(await this.count(where)),
      cursor: hasMore && last ? Buffer.from(`${last.createdAt}|${last.id}`).toString('base64url') : null,
      extra: {
        kinds: Object.entries(actKinds).map(([value, label]) => ({ value, label: label[this.context.locale] })),
      },
    };
  }

  private async count(where: Condition): Promise<{ count: number; countIsMinimum?: boolean }> {
    const row = await this.db.row<{ count: number }>(
      `select count(*) as count from (select 1 from audit_entries e where ${where.sql} order by e.created_at desc, e.id desc limit ${countLimit + 1}) x`,
      where.params,
    );
    const count = row?.count ?? 0;
    return count > countLimit ? { count: countLimit, countIsMinimum: true } : { count };
  }

  /** A conversation by the number that people know it by; the log itself remembers one that was deleted. */
  private async protocol(query: Query, companyId: number): Promise<Condition | undefined> {
    const text = textParam(query, 'protocol').replace(/^#/, '');
    if (text === '') return undefined;
    if (!/^\d{1,9}$/.test(text)) refuseQuery('protocol');
    const row = await this.db.row<{ id: number }>(
      `select coalesce((select id from tickets where company_id = ? and code = ?),
         (select subject_id from audit_entries where company_id = ? and kind = 'conversations' and action = 'ticket.deleted' and data->>'code' = ? limit 1)) as id`,
      [companyId, Number(text), companyId, text],
    );
    return { sql: 'e.subject = ?', params: [`ticket:${row?.id ?? 0}`] };
  }
}

const all = (conditions: readonly Condition[]): Condition => ({
  sql: conditions.map(({ sql }) => sql).join(' and '),
  params: conditions.flatMap(({ params }) => params),
});

/** Days are those of the reader's company. */
function filters(query: Query, companyId: number): Condition[] {
  const conditions: Condition[] = [];
  const userId = textParam(query, 'userId');
  if (userId !== '') {
    const id = /^\d{1,15}$/.test(userId) ? Number(userId) : Number.NaN;
    conditions.push({ sql: 'e.user_id = ?', params: [isId(id) ? id : refuseQuery('userId')] });
  }
  const kind = textParam(query, 'kind');
  if (kind !== '') conditions.push({ sql: 'e.kind = ?', params: [isActKind(kind) ? kind : refuseQuery('kind')] });
  const subject = textParam(query, 'subject');
  if (subject !== '') {
    if (!/^[a-zA-Z]{1,30}:\d{1,15}$/.test(subject)) refuseQuery('subject');
    conditions.push({ sql: 'e.subject = ?', params: [subject] });
  }
  const midnight = 'at time zone (select timezone from companies where id = ?)';
  const [from, until] = [dayParam(query, 'dateStart'), dayParam(query, 'dateEnd')];
  if (from) conditions.push({ sql: `e.created_at >= (?::date)::timestamp ${midnight}`, params: [from, companyId] });
  if (until)
    conditions.push({ sql: `e.created_at < (?::date + 1)::timestamp ${midnight}`, params: [until, companyId] });
  return conditions;
}

function cursorOf(query: Query): Condition | undefined {
  const text = textParam(query, 'cursor');
  if (text === '') return undefined;
  const [, at, id] =
    /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z)\|(\d{1,15})$/.exec(Buffer.from(text, 'base64url').toString()) ?? [];
  if (at === undefined || Number.isNaN(Date.parse(at))) refuseQuery('cursor');
  return { sql: '(e.created_at, e.id) < (?::timestamptz, ?)', params: [at, Number(id)] };
}
