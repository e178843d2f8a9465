import { type RawBuilder, sql } from 'kysely';
import type { Condition } from '../../../../core/database/statements.js';
import type { TimeCursor } from '../../../../core/resource/list-query.js';
import type { StoredEntry } from './audit-entry-view.js';

// Conditions on the alias `e`.

/** The entries that super-admins see. */
export const platformEntries: Condition = sql`e.scope <> 'company'`;

/** The entries that managers of the company see. */
export const companyEntries = (companyId: number): Condition =>
  sql`e.company_id = ${companyId} and e.scope <> 'platform'`;

/** Older than the last entry of a page. */
export const entriesAfter = ({ at, id }: TimeCursor): Condition =>
  sql`(e.created_at, e.id) < (${at}::timestamptz, ${id})`;

export const byUser = (userId: number): Condition => sql`e.user_id = ${userId}`;

export const ofKind = (kind: string): Condition => sql`e.kind = ${kind}`;

/** @param subject noun and id, as in `ticket:1` */
export const ofSubject = (subject: string): Condition => sql`e.subject = ${subject}`;

/** Newest first. @param where on the alias `e` */
export const entries = (where: Condition, limit: number): RawBuilder<StoredEntry> => sql`
  select e.id, e.created_at as "createdAt", e.user_id as "userId", e.user_name as "userName", e.address, e.action, e.kind, e.subject,
    e.data, e.company_id as "companyId"
  from audit_entries e where ${where} order by e.created_at desc, e.id desc limit ${sql.lit(limit)}`;

export const timezoneOf = (companyId: number): RawBuilder<{ timezone: string }> =>
  sql`select timezone from companies where id = ${companyId}`;

/** At most `limit`. */
export const countEntries = (where: Condition, limit: number): RawBuilder<{ count: number }> => sql`
  select count(*) as count from (select 1 from audit_entries e where ${where}
    order by e.created_at desc, e.id desc limit ${sql.lit(limit)}) x`;

/** The ticket with the protocol; of a deleted one the audit log still has the id. */
export const ticketByProtocol = (companyId: number, code: string): RawBuilder<{ id: number | null }> => sql`
  select coalesce((select id from tickets where company_id = ${companyId} and code = ${Number(code)}),
    (select subject_id from audit_entries where company_id = ${companyId} and kind = 'conversations'
      and action = 'ticket.deleted' and data->>'code' = ${code} limit 1)) as id`;

/** The name that each noun of a subject has today: table and column. */
const sources = [
  ['ticket', 'tickets', 'code'],
  ['contact', 'contacts', 'name'],
  ['user', 'users', 'name'],
  ['queue', 'queues', 'name'],
  ['connection', 'connections', 'name'],
  ['tag', 'tags', 'name'],
  ['quickMessage', 'quick_messages', 'shortcode'],
] as const;
const platformSources = [
  ['company', 'companies', 'name'],
  ['plan', 'plans', 'name'],
] as const;

/**
 * Names of the subjects, by ids of each noun; they are looked up when read, so that an erased contact has no name here
 * either. `companyId` is null for the platform, which sees companies and plans; undefined: there is nothing to look up.
 */
export function subjectNames(
  ids: ReadonlyMap<string, readonly number[]>,
  companyId: number | null,
): RawBuilder<{ subject: string; name: string }> | undefined {
  const own = companyId === null ? sql`true` : sql`company_id = ${companyId}`;
  const selects = [...sources, ...(companyId === null ? platformSources : [])].flatMap(([noun, table, column]) => {
    const known = ids.get(noun);
    return known
      ? sql`select ${sql.lit(`${noun}:`)} || id as subject, ${sql.ref(column)}::text as name from ${sql.table(table)}
          where ${own} and id = any(${known}::bigint[])`
      : [];
  });
  return selects.length === 0 ? undefined : sql`${sql.join(selects, sql` union all `)}`;
}
