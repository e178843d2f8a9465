import { type RawBuilder, sql } from 'kysely';

/** What the runner says to the outbox. */

export interface ClaimedJob {
  id: number;
  companyId: number | null;
  name: string;
  payload: object;
  orderingKey: string | null;
  /** Counts this try; whoever took the job over after our lease has a higher one. */
  attempts: number;
}

/**
 * Bookkeeping need not be on the disk before we go on: what a crash of PostgreSQL takes back is a lease or a removal, and
 * the job runs again, as after a crash of ours.
 */
const unflushed = sql`set_config('synchronous_commit', 'off', true) is not null`;

/** Of so many due jobs of a company a claim takes those whose ordering key is free. */
const looksAt = 200;
const free = sql`j.failed_at is null and j.run_at <= now() and (j.leased_until is null or j.leased_until < now())`;

/** The oldest due jobs of one company, or of the platform, whose ordering key is free. */
const dueOf = (external: boolean, whose: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select w.id, w.run_at from (
    select j.id, j.ordering_key, j.run_at from outbox_jobs j where j.external = ${sql.lit(external)} and ${whose} and ${free}
    order by j.run_at, j.id limit ${sql.lit(looksAt)}) w
  where w.ordering_key is null or w.id = (select e.id from outbox_jobs e where e.ordering_key = w.ordering_key and e.failed_at is null order by e.id limit 1)
  order by w.run_at, w.id limit (2 * room.concurrency)`;

/**
 * One job of each company in turn, so that thousands of one hold up nobody else. Hundreds or none: PostgreSQL plans with what
 * it last counted, which is none for a table that is usually empty. So each part is said in the one way that an index
 * answers in order (companies by the next one, the first of an ordering key by its order, rows by a list of ids).
 */
const due = (name: 'internal' | 'external', concurrency: number, without: readonly number[]): RawBuilder<unknown> => {
  const external = name === 'external';
  const room = sql.id(`${name}_room`);
  const companies = sql.id(`${name}_companies`);
  const turns = sql.id(`${name}_turns`);
  const next = (after: RawBuilder<unknown>): RawBuilder<unknown> => sql`
    select j.company_id from outbox_jobs j where j.external = ${sql.lit(external)} and j.failed_at is null and j.company_id > ${after}
    order by j.company_id limit 1`;
  return sql`
  ${room} as materialized (select ${concurrency}::int as concurrency, ${without}::bigint[] as without),
  ${companies} (id) as ((${next(sql`0`)}) union all select (${next(sql`c.id`)}) from ${companies} c where c.id is not null),
  ${turns} as materialized (
    select d.id, d.run_at, row_number() over (partition by c.id order by d.run_at, d.id) as turn
    from ${companies} c cross join ${room} room cross join lateral (${dueOf(external, sql`j.company_id = c.id`)}) d
    where c.id is not null and not (c.id = any(room.without))
    union all
    select d.id, d.run_at, row_number() over (order by d.run_at, d.id)
    from ${room} room cross join lateral (${dueOf(external, sql`j.company_id is null`)}) d),
  ${sql.id(name)} as materialized (
    select j.id from (select * from ${turns} order by turn, run_at, id limit (select 2 * concurrency from ${room})) p
    join outbox_jobs j on j.id = p.id and ${free} order by p.turn, p.run_at, p.id limit (select concurrency from ${room})
    for update of j skip locked)`;
};

export interface ClaimCapacity {
  readonly internal: number;
  readonly external: number;
  /** Companies that have all the external jobs they may. */
  readonly full: readonly number[];
}

/** Skip-locked lets any number of runners claim side by side. */
export const claim = ({ internal, external, full }: ClaimCapacity, leaseSeconds: number): RawBuilder<ClaimedJob> => sql`
  with recursive ${due('internal', internal, [])}, ${due('external', external, full)}
  update outbox_jobs o set leased_until = now() + make_interval(secs => ${leaseSeconds}), attempts = attempts + 1
  where o.id = any(array(select id from internal union all select id from external)) and ${unflushed}
  returning o.id, o.company_id as "companyId", o.name, o.payload, o.ordering_key as "orderingKey", o.attempts`;

/** Those jobs, each at the try that it was claimed for. */
const held = (jobs: readonly ClaimedJob[]): RawBuilder<unknown> => {
  const ids = jobs.map(({ id }) => id);
  const attempts = jobs.map((job) => job.attempts);
  return sql`id = any(${ids}::bigint[]) and attempts = (${attempts}::int[])[array_position(${ids}::bigint[], id)]`;
};

/**
 * What somebody else has locked holds up one of them, not all: each takes several locks, in no order that others know, and
 * waits for its own when it is performed by itself.
 */
export const shortLockTimeout = sql`select set_config('lock_timeout', '200ms', true)`;

export const remove = (jobs: readonly ClaimedJob[]): RawBuilder<unknown> =>
  sql`delete from outbox_jobs where ${held(jobs)}`;
export const removeSingle = (job: ClaimedJob): RawBuilder<object> => sql`${remove([job])} and ${unflushed}`;

export const renew = (jobs: readonly ClaimedJob[], leaseSeconds: number): RawBuilder<object> => sql`
  update outbox_jobs set leased_until = now() + make_interval(secs => ${leaseSeconds})
  where ${held(jobs)} and leased_until is not null and ${unflushed}`;

export const markFailed = ({ id, attempts }: ClaimedJob, reason: string): RawBuilder<object> => sql`
  update outbox_jobs set failed_at = now(), leased_until = null, last_error = ${reason}
  where id = ${id} and attempts = ${attempts}`;

/**
 * The rest of its ordering key waits with it, so that no claim has to look past thousands that may not go yet. A try that was
 * `later` does not count.
 */
export const postpone = (
  { id, attempts }: ClaimedJob,
  reason: string,
  { seconds, later }: { readonly seconds: number; readonly later: boolean },
): RawBuilder<object> => sql`
  with head as (
    update outbox_jobs set run_at = now() + make_interval(secs => ${seconds}), leased_until = null, last_error = ${reason},
      attempts = attempts - ${later ? 1 : 0}
    where id = ${id} and attempts = ${attempts} and ${unflushed} returning id, ordering_key, run_at)
  update outbox_jobs o set run_at = head.run_at from head
  where o.ordering_key = head.ordering_key and o.id > head.id and o.failed_at is null and o.run_at < head.run_at`;
