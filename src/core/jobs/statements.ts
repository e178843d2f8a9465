/** What the runner says to the outbox. */

export interface ClaimedJob {
  id: number;
  companyId: number | null;
  name: string;
  payload: object;
  lane: string | null;
  /** Counts this try; whoever took the job over after our lease has a higher one. */
  attempts: number;
}

/**
 * Bookkeeping need not be on the disk before we go on: what a crash of PostgreSQL takes back is a lease or a removal, and
 * the job runs again, as after a crash of ours.
 */
const unflushed = "set_config('synchronous_commit', 'off', true) is not null";

/** Of so many due jobs of a company a claim looks for those whose lane is free; what a long lane holds back is behind them. */
const looksAt = 200;
const free = 'j.failed_at is null and j.run_at <= now() and (j.leased_until is null or j.leased_until < now())';

/** The oldest due jobs of one company, or of the platform, whose lane is free. */
const dueOf = (outside: boolean, whose: string): string => `
  select w.id, w.run_at from (
    select j.id, j.lane, j.run_at from outbox_jobs j where j.outside = ${outside} and ${whose} and ${free} order by j.run_at, j.id limit ${looksAt}) w
  where w.lane is null or w.id = (select e.id from outbox_jobs e where e.lane = w.lane and e.failed_at is null order by e.id limit 1)
  order by w.run_at, w.id limit (2 * room.hands)`;

/**
 * One job of each company in turn, so that thousands of one hold up nobody else. Hundreds or none: PostgreSQL plans with what
 * it last counted, which is none for a table that is usually empty. So each part is said in the one way that an index
 * answers in order (companies by the next one, the head of a lane by its order, rows by a list of ids).
 */
const due = (name: 'inside' | 'outside', outside: boolean): string => {
  const next = (after: string): string => `
    select j.company_id from outbox_jobs j where j.outside = ${outside} and j.failed_at is null and j.company_id > ${after} order by j.company_id limit 1`;
  return `
  ${name}_room as materialized (select ?::int as hands, ?::bigint[] as without),
  ${name}_companies (id) as ((${next('0')}) union all select (${next('c.id')}) from ${name}_companies c where c.id is not null),
  ${name}_turns as materialized (
    select d.id, d.run_at, row_number() over (partition by c.id order by d.run_at, d.id) as turn
    from ${name}_companies c cross join ${name}_room room cross join lateral (${dueOf(outside, 'j.company_id = c.id')}) d where c.id is not null and not (c.id = any(room.without))
    union all
    select d.id, d.run_at, row_number() over (order by d.run_at, d.id) from ${name}_room room cross join lateral (${dueOf(outside, 'j.company_id is null')}) d),
  ${name} as materialized (
    select j.id from (select * from ${name}_turns order by turn, run_at, id limit (select 2 * hands from ${name}_room)) p
    join outbox_jobs j on j.id = p.id and ${free} order by p.turn, p.run_at, p.id limit (select hands from ${name}_room) for update of j skip locked)`;
};

/** Skip-locked lets any number of runners claim side by side. */
export const claimSql = `
  with recursive ${due('inside', false)}, ${due('outside', true)}
  update outbox_jobs o set leased_until = now() + make_interval(secs => ?), attempts = attempts + 1
  where o.id = any(array(select id from inside union all select id from outside)) and ${unflushed}
  returning o.id, o.company_id as "companyId", o.name, o.payload, o.lane, o.attempts`;

/** Two lists of equal length: ids, and the try that each is at. */
const held = 'id = any(?::bigint[]) and attempts = (?::int[])[array_position(?::bigint[], id)]';
export const heldParameters = (jobs: readonly ClaimedJob[]): unknown[] => {
  const ids = jobs.map(({ id }) => id);
  return [ids, jobs.map(({ attempts }) => attempts), ids];
};

/**
 * What somebody else has locked holds up one of them, not all: each takes several locks, in no order that others know, and
 * waits for its own when it is performed by itself.
 */
export const impatientSql = "select set_config('lock_timeout', '200ms', true)";

export const removeSql = `delete from outbox_jobs where ${held}`;
export const removeAloneSql = `${removeSql} and ${unflushed}`;

export const renewSql = `
  update outbox_jobs set leased_until = now() + make_interval(secs => ?) where ${held} and leased_until is not null and ${unflushed}`;

export const giveUpSql =
  'update outbox_jobs set failed_at = now(), leased_until = null, last_error = ? where id = ? and attempts = ?';

/** The rest of its lane waits with it, so that no claim has to look past thousands that may not go yet. */
export const postponeSql = `
  with head as (
    update outbox_jobs set run_at = now() + make_interval(secs => ?), leased_until = null, last_error = ?, attempts = attempts - ?
    where id = ? and attempts = ? and ${unflushed} returning id, lane, run_at)
  update outbox_jobs o set run_at = head.run_at from head
  where o.lane = head.lane and o.id > head.id and o.failed_at is null and o.run_at < head.run_at`;
