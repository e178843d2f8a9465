import { Injectable } from '@nestjs/common';
import type { RawBuilder } from 'kysely';
import { Context, type UnitOfWork } from '../context.js';
import { Db } from '../database/db.js';
import { allJobs, externalJobs, type JobPriority, type JobType, jobPriorities } from './job.js';
import {
  type ClaimedJob,
  type JobToStore,
  lockOrderingKeys,
  removeFailedByKey,
  removeFailedByName,
  removeWaiting,
  runWaitingAt,
  runWaitingSoon,
  storeJobs,
  storeSelected,
} from './outbox.queries.js';
import { type LeaseStart, Wake } from './wake.js';

export interface AddJobOptions {
  readonly runAt?: Date;
  /** A second job with the same key is not stored while the first one waits or runs. */
  readonly key?: string;
  /** Jobs with the same ordering key run one after the other, in the order of storing, whatever their priority. */
  readonly orderingKey?: string | undefined;
  /** Replaces the priority of the job's declaration. */
  readonly priority?: JobPriority;
}

export interface JobToAdd extends AddJobOptions {
  readonly name: string;
  readonly payload: object;
}

export interface SelectedJob {
  readonly company_id: number;
  readonly payload: object;
  readonly key: string;
  readonly run_at: string;
}

/** Adds jobs to the outbox in the current transaction. */
@Injectable()
export class Jobs {
  /** The jobs that a transaction has added and not yet stored. */
  private readonly unstored = new WeakMap<UnitOfWork, JobToAdd[]>();

  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly wake: Wake,
  ) {}

  /** Adds the job to the transaction of the rows it belongs to: the commit stores both or neither. */
  async add<P extends object>(job: JobType<P>, payload: P, options: AddJobOptions = {}): Promise<void> {
    await this.addAll([{ name: job.jobName, payload, ...options }]);
  }

  /** Adds several jobs by name, for listeners, whose methods are jobs; the commit stores them in the given order. */
  async addAll(jobs: readonly JobToAdd[]): Promise<void> {
    const { unit } = this.context;
    if (!unit) throw new Error('Jobs belong to a unit of work');
    const waiting = this.unstored.get(unit);
    if (waiting) {
      waiting.push(...jobs);
    } else if (jobs.length > 0) {
      this.unstored.set(unit, [...jobs]);
      let last: readonly JobToStore[] = [];
      let start: LeaseStart | undefined;
      unit.executeWithCommit(() => {
        last = this.take(unit, { start: true });
        return lockOrderingKeys(last);
      });
      unit.executeWithCommit(
        () => {
          const number = this.wake.runner?.number;
          start = { since: performance.now(), number };
          return last.length > 0 ? storeJobs(unit.companyId, last, number?.value ?? null) : undefined;
        },
        ({ rows }) => this.startAfterCommit(unit, last, rows, start),
      );
    }
  }

  /** Stores the jobs added so far now, because a following statement has to find them. */
  private async store(): Promise<void> {
    const { unit } = this.context;
    const jobs = unit ? this.take(unit, { start: false }) : [];
    if (!unit || jobs.length === 0) return;
    await this.db.run(storeJobs(unit.companyId, jobs, null));
    this.startAfterCommit(unit, jobs, []);
  }

  /** Takes the jobs added so far. @param start due external jobs may start in this process without a claim */
  private take(unit: UnitOfWork, { start }: { readonly start: boolean }): JobToStore[] {
    const jobs = this.unstored.get(unit) ?? [];
    this.unstored.delete(unit);
    // a job whose key is taken returns no row, and then rows cannot be assigned to jobs
    const hasRows = jobs.every(({ key }) => key === undefined);
    const orderingKeys = new Set<string>();
    return jobs.map(({ name, payload, key = null, orderingKey = null, runAt, priority }) => {
      const external = externalJobs.has(name);
      const rank = priorityOf(name, priority);
      const isFirst = orderingKey === null || !orderingKeys.has(orderingKey);
      if (orderingKey !== null) orderingKeys.add(orderingKey);
      const mayStart = start && external && runAt === undefined && rank === jobPriorities.interactive;
      return {
        name,
        external,
        priority: rank,
        payload: JSON.stringify(payload),
        key,
        orderingKey,
        runAt: runAt?.toISOString() ?? null,
        startsHere: mayStart && isFirst && hasRows && !!this.wake.runner?.mayStart(name, unit.companyId ?? null),
      };
    });
  }

  /** After the commit, starts the jobs that were stored with a lease; the others are claimed. */
  private startAfterCommit(
    unit: UnitOfWork,
    jobs: readonly JobToStore[],
    rows: readonly Pick<ClaimedJob, 'id' | 'attempts'>[],
    start?: LeaseStart,
  ): void {
    const isLeased = (index: number): boolean => (rows[index]?.attempts ?? 0) > 0;
    const companyId = unit.companyId ?? null;
    for (const [index, { name, payload, orderingKey, priority }] of jobs.entries()) {
      const row = rows[index];
      if (!row || !start || !isLeased(index)) continue;
      const job = {
        ...row,
        companyId,
        name,
        orderingKey,
        priority,
        lostStarts: 0,
        isFollowed: false,
        isAbandoned: false,
        payload: JSON.parse(payload) as object,
      };
      unit.afterCommit.push(() => this.wake.runner?.startStored(job, start));
    }
    const others = jobs.filter((_, index) => !isLeased(index));
    this.wakeAfterCommit(
      others.map(({ external }) => external),
      others.flatMap(({ orderingKey }) => orderingKey ?? []),
    );
  }

  /** Adds one job for each row of a query, for any company; used by repeated tasks of the platform. */
  async addSelected<P extends object>(
    job: JobType<P>,
    rows: RawBuilder<SelectedJob>,
    priority?: JobPriority,
  ): Promise<void> {
    const { jobName: name } = job;
    await this.db.run(
      storeSelected({ name, external: externalJobs.has(name), priority: priorityOf(name, priority) }, rows),
    );
  }

  /** Removes the job with this key. @returns false when there is none, or it already runs */
  async cancel(key: string): Promise<boolean> {
    await this.store();
    return (await this.db.run(removeWaiting(key))) > 0;
  }

  /** Removes the job with this key that failed for good, so that it can be added again. */
  async removeFailed(key: string): Promise<void> {
    await this.store();
    await this.db.run(removeFailedByKey(key));
  }

  /** Like {@link removeFailed}, for all jobs of this kind. */
  async removeFailedOf<P extends object>(job: JobType<P>): Promise<void> {
    await this.store();
    await this.db.run(removeFailedByName(job.jobName));
  }

  /** Changes when the job with this key runs. @returns false when there is none, or it already runs */
  async reschedule(key: string, runAt: Date): Promise<boolean> {
    await this.store();
    const found = await this.db.run(runWaitingAt(key, runAt));
    this.wakeAfterCommit([false, true]);
    return found > 0;
  }

  /** Waiting jobs with this prefix of the ordering key run within two seconds, spread so that not all run at once. */
  async runSoon<P extends object>(job: JobType<P>, orderingKeyPrefix: string): Promise<void> {
    await this.store();
    await this.db.run(runWaitingSoon(this.context.companyId, job.jobName, orderingKeyPrefix));
  }

  private wakeAfterCommit(kinds: Iterable<boolean>, orderingKeys: readonly string[] = []): void {
    const { unit } = this.context;
    const companyId = unit?.companyId ?? null;
    for (const external of new Set(kinds))
      unit?.afterCommit.push(() => this.wake.signal({ companyId, external, orderingKeys }));
  }
}

const priorityOf = (name: string, priority = allJobs.get(name)?.priority ?? 'interactive'): number =>
  jobPriorities[priority];
