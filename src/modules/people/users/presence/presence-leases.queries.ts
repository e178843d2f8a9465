import { type RawBuilder, sql } from 'kysely';
import type { Condition, Statement } from '../../../../core/database/statements.js';

export interface OnlineUser {
  readonly companyId: number;
  readonly userId: number;
}

/** A lease survives two missed renewals and a late third (behaviour.md §3). */
const leaseSeconds = 36;

const given = (users: readonly OnlineUser[]): RawBuilder<unknown> => sql`given as (
  select g.company_id, g.user_id
  from unnest(${users.map(({ companyId }) => companyId)}::bigint[], ${users.map(({ userId }) => userId)}::bigint[])
    as g (company_id, user_id)
  join users u on u.company_id = g.company_id and u.id = g.user_id)`;
const columns = sql`company_id as "companyId", user_id as "userId"`;

/** Of the users who left a process, marks those without a lease elsewhere as last seen now, and returns them. */
const left = (nowhereElse: Condition) => sql`
  update users u set last_seen_at = now() from (select distinct company_id, user_id from gone where ${nowhereElse}) l
  where u.company_id = l.company_id and u.id = l.user_id returning u.company_id as "companyId", u.id as "userId"`;

/** Acquires or renews the leases of a process. Returns the users who had no lease elsewhere. */
export const acquireLeases = (node: string, users: readonly OnlineUser[]): Statement<OnlineUser> =>
  sql`with ${given(users)}, known as (
     select distinct p.company_id, p.user_id from user_presence p join given using (company_id, user_id) where p.expires_at > now()),
   put as (
     insert into user_presence (company_id, user_id, node, expires_at)
     select company_id, user_id, ${node}::uuid, now() + make_interval(secs => ${sql.lit(leaseSeconds)}) from given
     on conflict (company_id, user_id, node) do update set expires_at = excluded.expires_at, updated_at = now()
     returning company_id, user_id)
   select ${columns} from put where not exists (
     select 1 from known where known.company_id = put.company_id and known.user_id = put.user_id)`;

/** Releases leases of a process. Returns the users who have no lease elsewhere. */
export const releaseLeases = (node: string, users: readonly OnlineUser[]): Statement<OnlineUser> =>
  sql`with ${given(users)}, gone as (
     delete from user_presence p using given
     where p.company_id = given.company_id and p.user_id = given.user_id and p.node = ${node}::uuid
     returning p.company_id, p.user_id)
   ${left(sql`not exists (
     select 1 from user_presence p
     where p.company_id = gone.company_id and p.user_id = gone.user_id and p.node <> ${node}::uuid and p.expires_at > now())`)}`;

/** Removes expired leases of every company. Returns the users who have no lease elsewhere. */
export const removeExpiredLeases: Statement<OnlineUser> = sql`with gone as (
     delete from user_presence where id in (
       select id from user_presence where expires_at <= now() order by id limit 10000 for update skip locked)
     returning company_id, user_id)
   ${left(sql`not exists (
     select 1 from user_presence p
     where p.company_id = gone.company_id and p.user_id = gone.user_id and p.expires_at > now())`)}`;

export const onlineUsersAmong = (companyId: number, userIds: readonly number[]): Statement<{ userId: number }> =>
  sql`select distinct user_id as "userId" from user_presence
   where company_id = ${companyId} and user_id = any(${userIds}::bigint[]) and expires_at > now()`;

/** The active users of the company who are online, by name. */
export const onlineUsers = (companyId: number, limit: number): Statement<{ userId: number }> =>
  sql`select u.id as "userId" from users u
   where u.company_id = ${companyId} and u.active and exists (
     select 1 from user_presence p where p.company_id = u.company_id and p.user_id = u.id and p.expires_at > now())
   order by u.name, u.id limit ${limit}`;
