import { type RawBuilder, sql } from 'kysely';
import { listed } from '../database/statements.js';
import { jobPriorities } from './job.js';
import { leaseSeconds } from './job-lease.js';

export interface ClaimedJob {
  id: number;
  companyId: number | null;
  name: string;
  payload: object;
  orderingKey: string | null;
  /** Includes this try. If another runner claims the job after our lease ran out, the number is higher. */
  attempts: number;
  /** How many starts in a row before this one never ended. */
  lostStarts: number;
  priority: number;
  /** Whether another job has the same ordering key, and must be claimed when this one is done. */
  isFollowed: boolean;
  /** Whether the process that leased the job before has ended. */
  isAbandoned: boolean;
}

/** Stands for the company id in the turn of jobs that belong to the platform. */
export const platformTurn = 0;

/** What a claim may take of one company. */
export interface ClaimTurn {
  readonly id: number;
  readonly most: number;
  /** Whether jobs of other priorities than interactive may be claimed, too. */
  readonly bulk: boolean;
}

/**
 * Commits of bookkeeping are not flushed to the disk. A crash of PostgreSQL may undo a lease or a removal, and then the
 * job runs again, as after a crash of this process.
 */
const asyncCommit = sql`set_config('synchronous_commit', 'off', true) is not null`;

/** The end of a lease whose process has ended. */
const abandoned = sql`timestamptz 'epoch'`;

/** A claim examines at most this many due jobs per company and priority to find one whose ordering key is free. */
const scanLimit = 200;
const priorities = sql.join(Object.values(jobPriorities).map((priority) => sql`(${sql.lit(priority)}::smallint)`));
const runnable = (alias: string): RawBuilder<unknown> =>
  sql`${sql.ref(alias)}.run_at <= now() and (${sql.ref(alias)}.leased_until is null or ${sql.ref(alias)}.leased_until < now())`;
const dueCondition = sql`j.failed_at is null and ${runnable('j')}`;

/** The first (`asc`, which runs next) or last job of an ordering key that is not done. */
const ofOrderingKey = (columns: RawBuilder<unknown>, key: string, direction: 'asc' | 'desc'): RawBuilder<unknown> =>
  sql`select ${columns} from outbox_jobs e where e.ordering_key = ${sql.ref(key)} and e.failed_at is null
      order by e.id ${sql.raw(direction)} limit 1`;

/**
 * The due jobs of one company, or of the platform, whose ordering key is free: by priority, then the oldest. Each
 * priority is its own range of the index, so that jobs that are not due are not read. The first job of an ordering key
 * may be due later than others of the key. Then those lead to it, because it is not among the examined jobs itself.
 */
const dueOf = (external: boolean, owner: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select d.id from (values ${priorities}) p (priority) cross join lateral (
    select coalesce(h.id, w.id) as id from (
      select j.id, j.ordering_key, j.run_at from outbox_jobs j
      where j.external = ${external}::boolean and ${owner} and j.priority = p.priority and ${dueCondition}
      order by j.run_at, j.id limit ${sql.lit(scanLimit)}) w
    left join lateral (${ofOrderingKey(sql`e.id, e.run_at, e.leased_until`, 'w.ordering_key', 'asc')}) h on true
    where h.id is null or h.id = w.id or h.run_at > w.run_at and ${runnable('h')}
    limit c.most) d
  where p.priority = ${sql.lit(jobPriorities.interactive)} or c.bulk limit c.most`;

/** After this many lost starts a job is a suspect. A process performs one suspect at a time, to identify the cause. */
export const suspectAfter = 2;
/** After this many lost starts a job has failed for good: three times it was the only suspect of its process. */
export const maxLostStarts = suspectAfter + 3;
export const lostReason = `O processo terminou enquanto esta tarefa rodava (${maxLostStarts} vezes).`;
/** After how many seconds a suspect that was not leased is due again. */
const suspectRetrySeconds = 1;

/** A job that a claim has found. */
export interface FoundJob extends ClaimedJob {
  /** False when another suspect was leased instead, or when the job has failed for good. */
  readonly isLeased: boolean;
  readonly hasFailed: boolean;
}

/**
 * Leases the next jobs of these companies, or of the platform. A lease that ran out, or was ended, counts as a lost
 * start; the fifth one fails the job for good. `skip locked` lets any number of runners claim at the same time.
 * PostgreSQL plans with old statistics, which say that this table is empty. Each part is therefore written so that only
 * an index can answer it (the first of an ordering key by its order, each row by its id).
 */
export const claim = (
  external: boolean,
  turns: readonly ClaimTurn[],
  runner: number | null,
  maySuspect: boolean,
): RawBuilder<FoundJob> => {
  const owner = turns.some(({ id }) => id === platformTurn) ? sql`j.company_id is null` : sql`j.company_id = c.id`;
  const lost = sql`o.lost_starts + (o.leased_until is not null)::int`;
  const isLeased = sql`(${lost} < ${sql.lit(suspectAfter)} or ${lost} < ${sql.lit(maxLostStarts)} and ${maySuspect}::boolean
    and o.id = (select min(l.id) from l where l.lost_starts >= ${sql.lit(suspectAfter)}))`;
  return sql`
  with l as materialized (select l.id, l.lost_starts
    from ${listed('c', {
      id: ['bigint', turns.map(({ id }) => id)],
      most: ['int', turns.map(({ most }) => most)],
      bulk: ['boolean', turns.map(({ bulk }) => bulk)],
    })}
    cross join lateral (${dueOf(external, owner)}) d
    cross join lateral (select j.id, j.lost_starts + (j.leased_until is not null)::int as lost_starts from outbox_jobs j
      where j.id = d.id and ${dueCondition} limit 1 for update skip locked) l)
  update outbox_jobs o set lost_starts = ${lost},
    leased_until = case when ${isLeased} then now() + make_interval(secs => ${leaseSeconds}) end,
    runner = case when ${isLeased} then ${runner}::int end,
    attempts = attempts + ${isLeased}::int,
    run_at = case when ${isLeased} then run_at else now() + make_interval(secs => ${sql.lit(suspectRetrySeconds)}) end,
    failed_at = case when ${lost} >= ${sql.lit(maxLostStarts)} then now() end,
    last_error = case when ${lost} >= ${sql.lit(maxLostStarts)} then ${lostReason} else last_error end
  where o.id = any(array(select l.id from l)) and ${asyncCommit}
  returning o.id, o.company_id as "companyId", o.name, o.payload, o.ordering_key as "orderingKey", o.attempts,
    o.lost_starts as "lostStarts", o.leased_until is not null as "isLeased", o.failed_at is not null as "hasFailed",
    o.priority, coalesce((select n.id > o.id from outbox_jobs n where n.ordering_key = o.ordering_key
      and n.failed_at is null order by n.id desc limit 1), false) as "isFollowed",
    (select b.leased_until = ${abandoned} from outbox_jobs b where b.id = o.id) is true as "isAbandoned"`;
};

export interface JobToStore {
  readonly name: string;
  readonly external: boolean;
  readonly priority: number;
  /** The payload as JSON. */
  readonly payload: string;
  readonly key: string | null;
  readonly orderingKey: string | null;
  /** null: the job is due now. */
  readonly runAt: string | null;
  /** Whether the runner of this process has a free slot for the job. */
  readonly startsHere: boolean;
}

/**
 * Of two transactions that start jobs with the same ordering key, the second one waits for the commit of the first, so
 * that it finds that job.
 */
export function lockOrderingKeys(jobs: readonly JobToStore[]): RawBuilder<object> | undefined {
  const keys = jobs.flatMap(({ startsHere, orderingKey }) => (startsHere && orderingKey !== null ? orderingKey : []));
  return keys.length === 0
    ? undefined
    : sql`select count(pg_advisory_xact_lock(hashtextextended('jobs:' || s.key, 0)))
        from (select k.key from ${listed('k', { key: ['text', keys] })} order by k.key) s`;
}

/**
 * Stores jobs in the given order. Those that start here get the lease of a claim, unless a job with the same ordering
 * key exists; no job is due before that one. Returns a row for each job, unless a key was taken.
 */
export const storeJobs = (
  companyId: number | undefined,
  jobs: readonly JobToStore[],
  runner: number | null,
): RawBuilder<Pick<ClaimedJob, 'id' | 'attempts'>> => sql`
  insert into outbox_jobs (company_id, name, external, priority, payload, key, ordering_key, run_at, leased_until, runner,
    attempts)
  select ${companyId ?? null}::bigint, j.name, j.external, j.priority, j.payload, j.key, j.ordering_key,
    greatest(coalesce(j.run_at, now()), l.run_at),
    case when s.starts then clock_timestamp() + make_interval(secs => ${leaseSeconds}) end,
    case when s.starts then ${runner}::int end, s.starts::int
  from ${listed('j', {
    name: ['text', jobs.map(({ name }) => name)],
    external: ['boolean', jobs.map(({ external }) => external)],
    priority: ['smallint', jobs.map(({ priority }) => priority)],
    payload: ['jsonb', jobs.map(({ payload }) => payload)],
    key: ['text', jobs.map(({ key }) => key)],
    ordering_key: ['text', jobs.map(({ orderingKey }) => orderingKey)],
    run_at: ['timestamptz', jobs.map(({ runAt }) => runAt)],
    starts_here: ['boolean', jobs.map(({ startsHere }) => startsHere)],
  })}
  cross join lateral (select (${ofOrderingKey(sql`e.run_at`, 'j.ordering_key', 'desc')}) as run_at offset 0) l
  cross join lateral (select j.starts_here and l.run_at is null as starts) s
  order by j.position
  on conflict (key) do nothing returning id, attempts`;

/** Stores one job for each row with `company_id`, `payload`, `key` and `run_at`, unless its key is taken. */
export const storeSelected = (
  { name, external, priority }: Pick<JobToStore, 'name' | 'external' | 'priority'>,
  rows: RawBuilder<unknown>,
): RawBuilder<unknown> =>
  sql`insert into outbox_jobs (company_id, name, external, priority, payload, key, run_at)
       select r.company_id, ${name}, ${external}::boolean, ${priority}::smallint,
         r.payload, r.key, r.run_at from (${rows}) r
       on conflict (key) do nothing`;

/** Only waiting jobs may still be changed, not those that run or have failed for good. */
const isWaiting = sql`failed_at is null and (leased_until is null or leased_until < now())`;

export const removeWaiting = (key: string): RawBuilder<unknown> =>
  sql`delete from outbox_jobs where key = ${key} and ${isWaiting}`;

export const runWaitingAt = (key: string, runAt: Date): RawBuilder<unknown> =>
  sql`update outbox_jobs set run_at = ${runAt.toISOString()}::timestamptz where key = ${key} and ${isWaiting}`;

/** Makes the jobs due at random times within two seconds. */
export const runWaitingSoon = (companyId: number, name: string, orderingKeyPrefix: string): RawBuilder<unknown> =>
  sql`update outbox_jobs set run_at = now() + random() * interval '2 seconds'
       where company_id = ${companyId} and name = ${name} and ${isWaiting}
         and run_at > now() + interval '2 seconds' and starts_with(ordering_key, ${orderingKeyPrefix})`;

export const removeFailedByKey = (key: string): RawBuilder<unknown> =>
  sql`delete from outbox_jobs where key = ${key} and failed_at is not null`;

export const removeFailedByName = (name: string): RawBuilder<unknown> =>
  sql`delete from outbox_jobs where name = ${name} and failed_at is not null`;

/** Returns no row when the job is not, or no longer, among the failed. */
export const companyOfFailed = (id: number): RawBuilder<{ companyId: number | null }> =>
  sql`select company_id as "companyId" from outbox_jobs where id = ${id} and failed_at is not null`;

/** Companies that have due jobs, whether or not the ordering keys of these jobs are free. */
export const companiesWithDueJobs: RawBuilder<{ external: boolean; companyId: number }> = (() => {
  const isDue = (owner: RawBuilder<unknown>): RawBuilder<unknown> => sql`exists (
    select from (values ${priorities}) p (priority) cross join lateral (select from outbox_jobs j
      where j.external = k.external and ${owner} and j.priority = p.priority and ${dueCondition} limit 1) d)`;
  const next = (after: RawBuilder<unknown>): RawBuilder<unknown> => sql`(select j.company_id from outbox_jobs j
    where j.external = k.external and j.failed_at is null and j.company_id > ${after} order by j.company_id limit 1)`;
  return sql`
  select k.external, x.id as "companyId" from (values (false), (true)) k (external) cross join lateral (
    with recursive c (id) as (select ${next(sql`0`)} union all select ${next(sql`c.id`)} from c where c.id is not null)
    select c.id from c where c.id is not null and ${isDue(sql`j.company_id = c.id`)}
    union all select ${sql.lit(platformTurn)} where ${isDue(sql`j.company_id is null`)}) x`;
})();

/** Matches those jobs, each at the try that it was claimed for. */
const claimedCondition = (jobs: readonly ClaimedJob[]): RawBuilder<unknown> => {
  if (jobs.length === 1) return sql`id = ${jobs[0]?.id} and attempts = ${jobs[0]?.attempts}`;
  const ids = jobs.map(({ id }) => id);
  const attempts = jobs.map((job) => job.attempts);
  return sql`id = any(${ids}::bigint[]) and attempts = (${attempts}::int[])[array_position(${ids}::bigint[], id)]`;
};

/** A batch locks rows in no common order, so it waits only briefly for locks; each job may wait when it runs alone. */
export const beginBatch = sql`select set_config('lock_timeout', '200ms', true)`;

export const remove = (jobs: readonly ClaimedJob[]): RawBuilder<unknown> =>
  sql`delete from outbox_jobs where ${claimedCondition(jobs)}`;

/**
 * The commit of its transaction is not flushed to the disk: a crash of PostgreSQL undoes the effect of the jobs and
 * their removal. Any later commit with a flush, as at the claim of a message before it is sent, flushes it as well.
 */
export const removeUnflushed = (jobs: readonly ClaimedJob[]): RawBuilder<object> =>
  sql`${remove(jobs)} and ${asyncCommit}`;

/**
 * Skips locked rows, whose outcome is being recorded: waiting for them could deadlock with jobs that change several.
 * @param runner the current number of the process; another one is removed, so that nobody ends the lease because of it
 */
export const renew = (jobs: readonly ClaimedJob[], runner: number | null): RawBuilder<object> => sql`
  update outbox_jobs set leased_until = now() + make_interval(secs => ${leaseSeconds}),
    runner = case when runner = ${runner}::int then runner end
  where id = any(array(select id from outbox_jobs where ${claimedCondition(jobs)} and leased_until is not null
    for update skip locked)) and ${asyncCommit}`;

/** The process stops: if it is killed before these jobs end, that is no sign that they caused it. */
export const ignoreNextLoss = (jobs: readonly ClaimedJob[]): RawBuilder<object> =>
  sql`update outbox_jobs set lost_starts = -1 where ${claimedCondition(jobs)}`;

/** The numbers in unexpired leases. */
export const leasedNumbers =
  'select distinct runner from outbox_jobs where leased_until > now() and runner is not null';

/** Ends the leases of processes that have ended, and clears their number, because an earlier release sets none. */
export const endLeases = (runners: readonly number[]): RawBuilder<{ readonly id: number }> => sql`
  update outbox_jobs set leased_until = ${abandoned}, runner = null
  where runner = any(${runners}::int[]) and leased_until > now() and failed_at is null returning id`;

export const markFailed = ({ id, attempts }: ClaimedJob, reason: string): RawBuilder<object> => sql`
  update outbox_jobs set failed_at = now(), leased_until = null, runner = null, last_error = ${reason}
  where id = ${id} and attempts = ${attempts}`;

/**
 * The other jobs of its ordering key are postponed, too, so that no claim scans thousands that may not run yet. With
 * `later` the try does not count.
 */
export const postpone = (
  { id, attempts }: ClaimedJob,
  reason: string,
  { seconds, later }: { readonly seconds: number; readonly later: boolean },
): RawBuilder<object> => sql`
  with head as (
    update outbox_jobs set run_at = now() + make_interval(secs => ${seconds}), leased_until = null, runner = null,
      last_error = ${reason}, attempts = attempts - ${later ? 1 : 0}, lost_starts = 0
    where id = ${id} and attempts = ${attempts} and ${asyncCommit} returning id, ordering_key, run_at)
  update outbox_jobs o set run_at = (select run_at from head) where o.id = any(array(
    select n.id from head cross join lateral (select n.id, n.run_at from outbox_jobs n
      where n.ordering_key = head.ordering_key and n.failed_at is null and n.id > head.id order by n.id) n
    where n.run_at < head.run_at))`;

/** Removes every job of a kind, when the key changes that its payload is encrypted with. */
export const removeJobsNamed = (client: { query(text: string, values: string[]): Promise<unknown> }, name: string) =>
  client.query('delete from outbox_jobs where name = $1', [name]);

export interface WaitingJobs {
  /** By name, first those that wait longest. */
  readonly jobs: readonly {
    readonly name: string;
    readonly waiting: number;
    /** How many of these are being performed. */
    readonly running: number;
    /** How many of these are not due yet. */
    readonly later: number;
    /** Since when the oldest of the due jobs could have run. */
    readonly dueSince: Date | null;
  }[];
  /** The ordering keys with more than one job, the longest queue first. */
  readonly orderingKeys: readonly { readonly key: string; readonly waiting: number; readonly dueSince: Date | null }[];
}

const countLimit = 100_000;

export const countJobs = (state: 'waiting' | 'failed'): RawBuilder<{ count: number }> => sql`
  select count(*) from (select 1 from outbox_jobs
    where failed_at is ${state === 'failed' ? sql`not null` : sql`null`} limit ${sql.lit(countLimit)}) x`;

const waiting = sql`(select name, ordering_key, run_at, leased_until from outbox_jobs where failed_at is null order by external, run_at, id
   limit ${sql.lit(countLimit)}) o`;

export const waitingByName = sql<WaitingJobs['jobs'][number]>`
  select name, count(*) as waiting, count(*) filter (where leased_until > now()) as running,
    count(*) filter (where run_at > now()) as later, min(run_at) filter (where run_at <= now()) as "dueSince"
  from ${waiting} group by name order by "dueSince" nulls last, name limit 50`;

export interface JobBacklog {
  /** Counted up to {@link countLimit}. */
  readonly waiting: number;
  /** Since when the oldest due job could have run. */
  readonly dueSince: Date | null;
  /** Jobs that failed for good, counted up to {@link countLimit}. */
  readonly failed: number;
}

export const jobBacklog = sql<JobBacklog>`
  select w.count as waiting, f.count as failed,
    (select min(j.run_at) from outbox_jobs j where j.failed_at is null and j.run_at <= now()) as "dueSince"
  from (${countJobs('waiting')}) w, (${countJobs('failed')}) f`;

/** An ordering key may contain a phone number, so all but its last digits is hidden. */
export const waitingByOrderingKey = sql<WaitingJobs['orderingKeys'][number]>`
  select regexp_replace(ordering_key, '\\d{5,}(?=\\d{4})', '…', 'g') as key, count(*) as waiting,
    min(run_at) filter (where run_at <= now()) as "dueSince"
  from ${waiting} where ordering_key is not null group by o.ordering_key having count(*) > 1 order by waiting desc, 1 limit 20`;

/** SQL text that is true when a job of one of these names belongs to the row `alias`, by a member of its payload. */
export const jobExists = (names: string, field: string, alias: string): string =>
  `exists (select from outbox_jobs j where j.company_id = ${alias}.company_id and j.name ${names} and (j.payload->>'${field}')::bigint = ${alias}.id)`;
