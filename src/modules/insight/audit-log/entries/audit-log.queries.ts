import { type RawBuilder, sql } from 'kysely';
import type { Condition } from '../../../../core/database/statements.js';
import type { TimeCursor } from '../../../../core/resource/list-query.js';
import { queueNames } from '../../../people/queues/crud/queues.queries.js';
import { userNames } from '../../../people/users/crud/users.queries.js';
import type { StoredEntry } from './audit-entry-view.js';

// These conditions use the alias `e`.

/** The entries that super-admins see. */
export const platformEntries: Condition = sql`e.scope <> 'company'`;

/** The entries that managers of the company see. */
export const companyEntries = (companyId: number): Condition =>
  sql`e.company_id = ${companyId} and e.scope <> 'platform'`;

/** Entries older than the last one of a page. */
export const entriesAfter = ({ at, id }: TimeCursor): Condition =>
  sql`(e.created_at, e.id) < (${at}::timestamptz, ${id})`;

export const byUser = (userId: number): Condition => sql`e.user_id = ${userId}`;

export const ofKind = (kind: string): Condition => sql`e.kind = ${kind}`;

/** @param subject noun and id, as in `ticket:1` */
export const ofSubject = (subject: string): Condition => sql`e.subject = ${subject}`;

/** The entries, newest first. @param where on the alias `e` */
export const entries = (where: Condition, limit: number): RawBuilder<StoredEntry> => sql`
  select e.id, e.created_at as "createdAt", e.user_id as "userId", e.user_name as "userName", e.address, e.action, e.kind, e.subject,
    e.data, e.company_id as "companyId"
  from audit_entries e where ${where} order by e.created_at desc, e.id desc limit ${sql.lit(limit)}`;

export const timezoneOf = (companyId: number): RawBuilder<{ timezone: string }> =>
  sql`select timezone from companies where id = ${companyId}`;

/** Counts up to `limit`. */
export const countEntries = (where: Condition, limit: number): RawBuilder<{ count: number }> => sql`
  select count(*) as count from (select 1 from audit_entries e where ${where}
    order by e.created_at desc, e.id desc limit ${sql.lit(limit)}) x`;

/** The ticket with this protocol; for a deleted ticket the audit log still has the id. */
export const ticketByProtocol = (companyId: number, code: string): RawBuilder<{ id: number | null }> => sql`
  select coalesce((select id from tickets where company_id = ${companyId} and code = ${Number(code)}),
    (select subject_id from audit_entries where company_id = ${companyId} and kind = 'conversations'
      and action = 'ticket.deleted' and data->>'code' = ${code} limit 1)) as id`;

/** The table and column with the current name of each kind of subject. */
const sources = [
  ['ticket', 'tickets', 'code'],
  ['contact', 'contacts', 'name'],
  ['user', userNames, 'name'],
  ['queue', queueNames, 'name'],
  ['connection', 'connections', 'name'],
  ['tag', 'tags', 'name'],
  ['quickMessage', 'quick_messages', 'shortcode'],
] as const;
const platformSources = [
  ['company', 'companies', 'name'],
  ['plan', 'plans', 'name'],
] as const;

/**
 * Names of the subjects, by ids of each kind. They are read now, so that an erased contact has no name here either.
 * `companyId` is null for the platform, which sees companies and plans. Returns undefined if there are no ids.
 */
export function subjectNames(
  ids: ReadonlyMap<string, readonly number[]>,
  companyId: number | null,
): RawBuilder<{ subject: string; name: string }> | undefined {
  const own = companyId === null ? sql`true` : sql`company_id = ${companyId}`;
  const selects = [...sources, ...(companyId === null ? platformSources : [])].flatMap(([noun, table, column]) => {
    const known = ids.get(noun);
    return known
      ? sql`select ${sql.lit(`${noun}:`)} || id as subject, ${sql.ref(column)}::text as name from ${typeof table === 'string' ? sql.table(table) : table} x
          where ${own} and id = any(${known}::bigint[])`
      : [];
  });
  return selects.length === 0 ? undefined : sql`${sql.join(selects, sql` union all `)}`;
}
