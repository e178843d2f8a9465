import { sql } from 'kysely';
import type { Condition, Statement } from '../../../../core/database/statements.js';

/** Nobody reads more; older announcements of the same priority are left out. */
const maxShown = 100;

/** Whether the users of company `c` see announcement `a` now. */
const isShown: Condition = sql<boolean>`a.status and (a.show_from is null or a.show_from <= now())
  and (a.show_until is null or a.show_until > now())
  and (a.plan_ids = '[]'::jsonb or a.plan_ids @> to_jsonb(c.plan_id))`;

/** The announcements that a company sees now, the most important and newest first. */
export const shownAnnouncements = (companyId: number): Statement<{ id: number }> =>
  sql`select a.id from announcements a join companies c on c.id = ${companyId} where ${isShown}
   order by a.priority, a.id desc limit ${maxShown}`;

/** Every company, with whether it sees the announcement now; no company sees a removed one. */
export const companiesSeeing = (id: number): Statement<{ id: number; seesIt: boolean }> =>
  sql`select c.id, exists (select from announcements a where a.id = ${id} and ${isShown}) as "seesIt" from companies c`;

/** Locks the announcement until the transaction ends. */
export const lockAnnouncement = (id: number): Statement =>
  sql`select id from announcements where id = ${id} for update`;

export const plansWithIds = (ids: readonly number[]): Statement =>
  sql`select id from plans where id = any(${ids}::bigint[])`;
