import { type RawBuilder, sql } from 'kysely';
import { startOfDay } from '../../../../core/database/statements.js';

/** Days in the company's calendar. */
export interface BotPeriod {
  readonly from: string;
  readonly until: string;
  /** The first day of the previous period. */
  readonly first: string;
}

/**
 * Attendances finished in the period or in the previous one, in which the bot offered or answered something: `handed`
 * over to a person, `contained` (the customer got an answer and no person was needed), otherwise abandoned.
 */
export const botAttendances = (companyId: number, { from, until, first }: BotPeriod): RawBuilder<unknown> => {
  const begin = (day: string): RawBuilder<unknown> => startOfDay(sql`${day}::date`, sql`c.timezone`);
  // the bounds come from a subquery, as in figures.queries.ts: `at time zone` under row security would use no index
  return sql`
  select s.id as session_id, y.queue_id, y.user_id, y.finished_at >= c.current as current,
    y.started_at is not null as handed, y.started_at is null and s.answered as contained
  from (select ${begin(first)} as begins, ${begin(from)} as current, ${startOfDay(sql`${until}::date + 1`, sql`c.timezone`)} as ends
    from companies c where c.id = ${companyId} offset 0) c
  join ticket_cycles y on y.company_id = ${companyId} and y.finished_at >= c.begins and y.finished_at < c.ends
  join bot_sessions s on s.company_id = y.company_id and s.cycle_id = y.id and (s.menus > 0 or s.answered)`;
};

/** Titles of options with those of all levels above, by id. */
export const optionPaths = (companyId: number): RawBuilder<unknown> => sql`
  with recursive paths as (
    select id, title::text as path from queue_options where company_id = ${companyId} and parent_id is null
    union all select o.id, p.path || ' › ' || o.title from paths p
      join queue_options o on o.company_id = ${companyId} and o.parent_id = p.id)
  select id, path from paths`;
