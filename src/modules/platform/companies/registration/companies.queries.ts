import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { type Condition, dayIn, type Statement, startOfDay } from '../../../../core/database/statements.js';
import type { SelectedJob } from '../../../../core/jobs/jobs.js';
import type { Days } from '../../../../core/resource/page.js';
import { Plan } from '../../plans/plan.entity.js';
import { companyJsonSql, dueMomentSql } from '../company.entity.js';

export const plansWithIds = (em: EntityManager, ids: readonly number[]): Promise<Plan[]> =>
  em.find(Plan, { id: { $in: [...ids] } });

/** The limits of a company's plan; locks the company until the transaction ends. */
export const lockedPlanLimits = (companyId: number): Statement<Record<string, number>> =>
  sql`select p.users, p.connections, p.queues from companies c join plans p on p.id = c.plan_id
   where c.id = ${companyId} for update of c`;

/** The company inside a user record, in the shape that existing clients know. */
export interface CompanySummary {
  readonly id: number;
  readonly name: string;
  readonly dueDate: string;
}

export const companySummary = (id: number): Statement<{ company: CompanySummary }> =>
  sql`select ${companyJsonSql} as company from companies c where c.id = ${id}`;

/** Locks the company until the transaction ends. */
export const lockCompany = (id: number): Statement => sql`select id from companies where id = ${id} for update`;

/** Reserves this many protocol numbers and returns the first. */
export const takeTicketCodes = (companyId: number, count: number): Statement<{ code: number }> =>
  sql`update companies set last_ticket_code = last_ticket_code + ${count} where id = ${companyId}
   returning last_ticket_code - ${count} + 1 as code`;

/** Companies whose due day ended in the last minutes. */
export const companiesJustDue = sql<{ id: number }>`
  select c.id from companies c where ${dueMomentSql} between now() - interval '3 minutes' and now()`;

/** One job for every company and one for the platform. */
export const unreferencedFilesJobs = sql<SelectedJob>`
  select c.id as company_id, jsonb_build_object('before', now() - interval '7 days') as payload,
    concat_ws(':', 'unreferenced-files', c.id) as key, now() as run_at
  from (select id from companies union all select null) c`;

export const companyNames = (ids: readonly number[]): Statement<{ id: number; name: string }> =>
  sql`select id, name from companies where id = any(${ids}::bigint[])`;

export const timeZoneOf = (companyId: number): Statement<{ timezone: string }> =>
  sql`select timezone from companies where id = ${companyId}`;

/** The company that stores the settings of the platform. */
export const firstCompany = sql<{ id: number | null }>`select min(id) as id from companies`;

/** Filters by days of the company's calendar; both days are included, and either may be missing. */
export function withinDays(column: string, { from, until }: Days, companyId: number): Condition[] {
  const zone = sql`(select timezone from companies where id = ${companyId})`;
  return [
    ...(from ? [sql<boolean>`${sql.ref(column)} >= ${startOfDay(dayIn(from, zone), zone)}`] : []),
    ...(until ? [sql<boolean>`${sql.ref(column)} < ${startOfDay(sql`${dayIn(until, zone)} + 1`, zone)}`] : []),
  ];
}
