import { type RawBuilder, sql } from 'kysely';
import type { Condition, Statement } from '../../../../core/database/statements.js';
import type { SelectedJob } from '../../../../core/jobs/jobs.js';
import { targetMinutes } from '../../../people/queues/queues.dto.js';
import { type FigureScope, figureScopes } from '../daily-figures.entity.js';

// The roll-up, the days that are counted live and the recount all share these SQL texts.

// `greatest` alone would turn an unknown time into 0; `extract` calculates with decimals, which is several times slower
const seconds = (from: string, until: string): string =>
  `case when y.${until} > y.${from} then floor(date_part('epoch', y.${until} - y.${from}) + 0.5)::int when y.${until} <= y.${from} then 0 end`;

/** One arrival: the day and the hour at which `y` came, on the calendar of `c`. */
const arrival = `1 as n, (y.created_at at time zone c.timezone)::date as arrived_on,
  date_part('hour', y.created_at at time zone c.timezone)::int as arrived_at`;

/** On `y` of ticket_cycles and `c` of its company and day ({@link bounds}); a contact written to first did not wait. */
const facts = `
  y.company_id, y.queue_id, y.user_id, y.rating, y.started_at is null as unattended,
  c.day, ${arrival},
  case when y.started_at > y.created_at then ${seconds('created_at', 'started_at')} end as waiting,
  ${seconds('started_at', 'finished_at')} as serving,
  case when y.started_at is distinct from y.created_at then ${seconds('created_at', 'first_response_at')} end as responding,
  ${seconds('created_at', 'finished_at')} as resolving`;

/** Counts up to each bound, and beyond the last one. */
const histogram = (fact: string): string[] => {
  const bounds = [undefined, ...targetMinutes, undefined];
  return bounds.slice(1).map((bound, index) => {
    const above = bounds[index] === undefined ? [`${fact} is not null`] : [`${fact} > ${bounds[index] * 60}`];
    return `count(*) filter (where ${[...above, ...(bound === undefined ? [] : [`${fact} <= ${bound * 60}`])].join(' and ')})`;
  });
};

const hoursOfDay = Array.from({ length: 24 }, (_, hour) => hour);

/** The SQL that counts each column from {@link facts}; for list columns one text per element. */
const figureCounts: Readonly<Record<string, string | readonly string[]>> = {
  finished: 'count(*)',
  unattended: 'count(*) filter (where unattended)',
  waited: 'count(waiting)',
  waiting_seconds: 'coalesce(sum(waiting), 0)',
  service_seconds: 'coalesce(sum(serving), 0)',
  ...Object.fromEntries([1, 2, 3].map((rating) => [`rated${rating}`, `count(*) filter (where rating = ${rating})`])),
  first_response: histogram('responding'),
  resolution: histogram('resolving'),
};
/** The same for `n` arrivals in the hour `arrived_at`. */
const arrivalCounts: Readonly<Record<string, string | readonly string[]>> = {
  arrived: 'sum(n)',
  hours: hoursOfDay.map((hour) => `coalesce(sum(n) filter (where arrived_at = ${hour}), 0)`),
};

type Counts = typeof figureCounts;
const namesOf = (counts: Counts): string => Object.keys(counts).join(', ');
/** @param where list columns are null in other rows */
const typed = (name: string, of: string | readonly string[], where: string): string =>
  typeof of === 'string'
    ? `(${of})::${name.endsWith('_seconds') ? 'bigint' : 'int'} as ${name}`
    : `case when ${where} then array[${of.join(', ')}]::int[] end as ${name}`;
const counted = (counts: Counts, where = 'true'): string =>
  Object.entries(counts)
    .map(([name, of]) => typed(name, of, where))
    .join(', ');
/** Sums over stored rows. */
const summed = (counts: Counts, where = 'true'): string =>
  Object.entries(counts)
    .map(([name, of]) => {
      const sums = typeof of === 'string' ? `sum(${name})` : of.map((_, index) => `sum(${name}[${index + 1}])`);
      return typed(name, sums, where);
    })
    .join(', ');
const withLists = "scope <> 'user'";

/** The sums of a list column as a JSON list. @example sumsOf('f.hours', 24) */
export const sumsOf = (column: string, length: number): RawBuilder<number[]> =>
  sql.raw(
    `json_build_array(${Array.from({ length }, (_, index) => `coalesce(sum(${column}[${index + 1}]), 0)`).join(', ')})`,
  );

export const bucketCount = targetMinutes.length + 1;

type Days = readonly string[];

// A subquery, as `at time zone` is not leakproof: under row-level security a condition with it would use no index.
// Calculated from the second before midnight, as in `startOfDay`.
const bounds = `c.timezone, day, (day::timestamp - interval '1 second') at time zone c.timezone + interval '1 second' as begins,
  ((day + 1)::timestamp - interval '1 second') at time zone c.timezone + interval '1 second' as ends`;
const boundsOf = (companyId: number, days: Days): RawBuilder<unknown> => sql`
  select ${sql.raw(bounds)} from companies c cross join unnest(${days}::date[]) d (day) where c.id = ${companyId} offset 0`;

/** The cycles that finished on these days of the company's calendar. `offset 0` computes each fact only once. */
const finishedOn = (companyId: number, days: Days): RawBuilder<unknown> => sql`
  select ${sql.raw(facts)} from (${boundsOf(companyId, days)}) c
  join ticket_cycles y on y.company_id = ${companyId} and y.finished_at >= c.begins and y.finished_at < c.ends offset 0`;

/** One row for each user in a department, each department, and each user (`figureScopes`). */
const scopes = { both: '(queue_id, user_id)', queue: '(queue_id)', user: '(user_id)' };
const scopeOf = `case grouping(queue_id, user_id) when 0 then 'both' when 1 then 'queue' else 'user' end as scope`;
const scopedFigureColumns = `company_id, day, queue_id, user_id, ${counted(figureCounts, 'grouping(queue_id) = 0')}`;
const arrivalColumns = `company_id, day, arrived_on, queue_id, user_id, ${counted(arrivalCounts)}`;
const byScopes = (...sets: readonly string[]): string => `grouping sets (${sets.join(', ')})`;
const allFigures = `group by company_id, day, ${byScopes(scopes.both, scopes.queue, scopes.user)}`;
const allArrivals = `group by company_id, day, arrived_on, ${byScopes(scopes.both, scopes.queue)}`;

const contactsCreatedOn = (companyId: number, days: Days): RawBuilder<unknown> => sql`
  select c.day, c.timezone, count(k.id)::int as contacts from (${boundsOf(companyId, days)}) c
  left join contacts k on k.company_id = ${companyId} and k.created_at >= c.begins and k.created_at < c.ends
    and k.erased_at is null
  group by 1, 2`;

/** The last day that ended an hour ago or more, because a transaction may commit a finish after midnight. */
const lastClosed = sql`(((now() - interval '1 hour') at time zone c.timezone)::date - 1)`;

/** On `c`: the first day with something to count or with stored figures; null if there is none. */
const firstDay = sql`(select least(
  (least((select min(y.finished_at) from ticket_cycles y where y.company_id = c.id),
    (select min(k.created_at) from contacts k where k.company_id = c.id)) at time zone c.timezone)::date,
  (select min(f.day) from daily_figures f where f.company_id = c.id and f.scope = 'queue')))`;

const isStored = (day: RawBuilder<unknown>): RawBuilder<unknown> => sql`exists (
  select 1 from figure_days r where r.company_id = c.id and r.day = ${day} and r.timezone = c.timezone)`;

/** One job for each company and month with closed days whose figures are not stored. */
export const jobsOfOpenDays = sql<SelectedJob>`
  select c.id as company_id, jsonb_build_object('days', jsonb_agg(d.day::date::text order by d.day)) as payload,
    concat_ws(':', 'figures', c.id, to_char(d.day, 'YYYY-MM')) as key, now() as run_at
  from companies c
  cross join lateral generate_series(${firstDay}::timestamp, ${lastClosed}::timestamp, interval '1 day') d (day)
  where not ${isStored(sql`d.day::date`)}
  group by c.id, to_char(d.day, 'YYYY-MM')`;

/** All closed days of a company, oldest first. */
export const closedDays = (companyId: number): Statement<{ day: string }> => sql`
  select d.day::date::text as day from companies c
  cross join lateral generate_series(${firstDay}::timestamp, ${lastClosed}::timestamp, interval '1 day') d (day)
  where c.id = ${companyId} order by 1`;

/** On `r` of figure_days and `c` of its company: stored with another time zone, and may overlap this day. */
const storedElsewhere = (day: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`r.timezone <> c.timezone and r.day between ${day} - 2 and ${day} + 2`;

/** The days of these moments in the company's calendar that may be stored, with this time zone or an earlier one. */
export const storedDaysOf = (companyId: number, moments: RawBuilder<unknown>): Statement<{ day: string }> => sql`
  select distinct m.day::text as day from companies c
  cross join lateral (select (at at time zone c.timezone)::date as day from (${moments}) m (at)) m
  where c.id = ${companyId} and (m.day < (now() at time zone c.timezone)::date or exists (
    select 1 from figure_days r where r.company_id = c.id and ${storedElsewhere(sql`m.day`)}))`;

export const forgetDays = (companyId: number, days: Days): Statement => sql`
  delete from figure_days r using companies c
  where c.id = ${companyId} and r.company_id = c.id and (r.day = any(${days}::date[]) or exists (
    select 1 from unnest(${days}::date[]) d (day) where ${storedElsewhere(sql`d.day`)}))`;

/** A single moment, in the form that {@link storedDaysOf} takes. */
export const momentOf = (moment: string): RawBuilder<unknown> => sql`select ${moment}::timestamptz`;
export const finishesOfTicket = (companyId: number, ticketId: number): RawBuilder<unknown> => sql`
  select finished_at from ticket_cycles where company_id = ${companyId} and ticket_id = ${ticketId} and finished_at is not null`;
export const creationOfContact = (companyId: number, contactId: number): RawBuilder<unknown> => sql`
  select created_at from contacts where company_id = ${companyId} and id = ${contactId}`;

/** Prevents a roll-up of the company from starting before the commit (`db.lock('figures', companyId)`). */
export const sharedFiguresLock = (companyId: number): Statement => sql`
  select pg_advisory_xact_lock_shared(hashtextextended(${`figures:${companyId}`}, 0))`;

/** Replaces the stored figures of these days; the caller has the exclusive lock. */
export const rollUpStatements = (companyId: number, days: Days): Statement[] => [
  sql`delete from daily_figures where company_id = ${companyId} and scope = any(${figureScopes}::text[]) and day = any(${days}::date[])`,
  sql`delete from daily_arrivals where company_id = ${companyId} and day = any(${days}::date[])`,
  sql`insert into daily_figures (company_id, day, queue_id, user_id, ${sql.raw(namesOf(figureCounts))}, scope)
    select ${sql.raw(scopedFigureColumns)}, ${sql.raw(scopeOf)} from (${finishedOn(companyId, days)}) y ${sql.raw(allFigures)}`,
  sql`insert into daily_arrivals (company_id, day, arrived_on, queue_id, user_id, ${sql.raw(namesOf(arrivalCounts))}, scope)
    select ${sql.raw(arrivalColumns)}, ${sql.raw(scopeOf)} from (${finishedOn(companyId, days)}) y ${sql.raw(allArrivals)}`,
  sql`insert into figure_days (company_id, day, timezone, contacts)
    select ${companyId}, n.day, n.timezone, n.contacts from (${contactsCreatedOn(companyId, days)}) n
    on conflict (company_id, day) do update set timezone = excluded.timezone, contacts = excluded.contacts, updated_at = now()`,
];

/** A period, with the days since `first` that have something to count but no stored figures. */
export interface Period {
  readonly from: string;
  readonly until: string;
  /** The first day of the preceding period of the same length. */
  readonly first: string;
  /** The days to count live, up to today. */
  readonly live: readonly string[];
}

/** `days` days up to today, or from one day to another; a missing end is today, a missing start is the end. */
export const periodOf = (
  companyId: number,
  { from, until, days }: { from: string | null; until: string | null; days: number | null },
): Statement<Period> => sql`
  select p."from"::text, p.until::text, p.first::text, (
    select coalesce(json_agg(d.day::date::text order by d.day), '[]')
    from (select ${firstDay} as day offset 0) f
    cross join lateral generate_series(greatest(p.first, f.day)::timestamp, p.today::timestamp, interval '1 day') d (day)
    where f.day is not null and not ${isStored(sql`d.day::date`)}) as live
  from (select *, "from" - (until - "from" + 1) as first from (
      select *, coalesce(${from}::date, today - ${days}::int + 1, until) as "from" from (
        select id, timezone, today, coalesce(${until}::date, greatest(today, ${from}::date)) as until
        from (select id, timezone, (now() at time zone timezone)::date as today from companies where id = ${companyId}) a) b) p) p
  join companies c on c.id = p.id`;

/**
 * On the alias `f`: the input of sums over stored and over counted rows. Each part is summed separately, so that rows
 * of single days do not pass through the union.
 */
export interface Summing {
  readonly companyId: number;
  readonly period: Period;
  /** The rows that the reader may see. */
  readonly seen: Condition;
}

/** Sums by user or department and by period: one part from stored days of a scope, one from the other days. */
export const figures = (
  { companyId, period: { first, from, until, live }, seen }: Summing,
  scope: FigureScope,
  by: 'user_id' | 'queue_id',
): RawBuilder<unknown> => {
  const counting = live.filter((day) => day >= first && day <= until);
  const key = sql`f.${sql.ref(by)}, f.day >= ${from}::date as current`;
  return sql`
  select ${key}, ${sql.raw(summed(figureCounts))} from daily_figures f
  where f.company_id = ${companyId} and f.scope = ${scope} and f.day between ${first}::date and ${until}::date
    and f.day <> all(${counting}::date[]) and ${seen} group by 1, 2
  union all select ${key}, ${sql.raw(counted(figureCounts))} from (${finishedOn(companyId, counting)}) f where ${seen} group by 1, 2`;
};

/** Arrivals by day or weekday: from stored days, from the other days, and from unfinished cycles. */
export const arrivals = (
  { companyId, period: { from, until, live }, seen }: Summing,
  scope: Exclude<FigureScope, 'user'>,
  key: RawBuilder<unknown>,
): RawBuilder<unknown> => {
  const taken = sql`f.arrived_on between ${from}::date and ${until}::date and ${seen}`;
  const unfinished = sql`
    select y.user_id, t.queue_id, ${sql.raw(arrival)} from companies c
    join ticket_cycles y on y.company_id = c.id and y.finished_at is null
    join tickets t on t.company_id = y.company_id and t.id = y.ticket_id
    where c.id = ${companyId} offset 0`;
  // groups by hour first, because testing each cycle for 24 hours is slow
  const count = (cycles: RawBuilder<unknown>): RawBuilder<unknown> => sql`
    select key, ${sql.raw(counted(arrivalCounts))}
    from (select ${key} as key, arrived_at, count(*) as n from (${cycles}) f where ${taken} group by 1, 2) f group by 1`;
  return sql`
  select ${key} as key, ${sql.raw(summed(arrivalCounts))} from daily_arrivals f
  where f.company_id = ${companyId} and f.scope = ${scope} and f.day >= ${from}::date and f.day <> all(${live}::date[]) and ${taken} group by 1
  union all ${count(finishedOn(companyId, live))}
  union all ${count(unfinished)}`;
};

export const contactsByDay = (companyId: number, { first, until, live }: Period): RawBuilder<unknown> => {
  const counting = live.filter((day) => day <= until);
  return sql`
  select day, contacts from figure_days
  where company_id = ${companyId} and day between ${first}::date and ${until}::date and day <> all(${counting}::date[])
  union all select day, contacts from (${contactsCreatedOn(companyId, counting)}) n`;
};

const storedDays = `(select c.id as company_id, contacts, ${bounds} from companies c
  join figure_days r on r.company_id = c.id and r.timezone = c.timezone offset 0) c`;
const recounted = `select ${facts} from ${storedDays}
  join ticket_cycles y on y.company_id = c.company_id and y.finished_at >= c.begins and y.finished_at < c.ends`;

/** Pairs of statements for stored days: the stored figures, and the same figures counted from the cycles. */
export const recounts = [
  {
    stored: `select f.company_id, f.day, f.queue_id, f.user_id, ${summed(figureCounts, withLists)}, f.scope
      from ${storedDays} join daily_figures f on f.company_id = c.company_id and f.day = c.day
      group by f.company_id, f.day, f.queue_id, f.user_id, f.scope`,
    counted: `select ${scopedFigureColumns}, ${scopeOf} from (${recounted}) y ${allFigures}`,
  },
  {
    stored: `select f.company_id, f.day, f.arrived_on, f.queue_id, f.user_id, ${summed(arrivalCounts, withLists)}, f.scope
      from ${storedDays} join daily_arrivals f on f.company_id = c.company_id and f.day = c.day
      group by f.company_id, f.day, f.arrived_on, f.queue_id, f.user_id, f.scope`,
    counted: `select ${arrivalColumns}, ${scopeOf} from (${recounted}) y ${allArrivals}`,
  },
  {
    stored: `select c.company_id, c.day, c.contacts from ${storedDays}`,
    counted: `select c.company_id, c.day, count(k.id)::int as contacts from ${storedDays}
      left join contacts k on k.company_id = c.company_id and k.created_at >= c.begins and k.created_at < c.ends
        and k.erased_at is null
      group by 1, 2`,
  },
] as const;
