import { LockMode } from '@mikro-orm/postgresql';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Context } from '../context.js';
import { Db } from '../database/db.js';
import { EVENT_LISTENER } from '../events/event.js';
import { Metrics } from '../observability/metrics.js';
import { HandlerDiscovery } from './handler-discovery.js';
import { allJobs, JOB_DISCARD } from './job.js';
import {
  companyOfFailed,
  countJobs,
  type JobBacklog,
  jobBacklog,
  type WaitingJobs,
  waitingByName,
  waitingByOrderingKey,
} from './outbox.queries.js';
import { OutboxJob } from './outbox-job.entity.js';
import { Wake } from './wake.js';

/** Jobs whose last try failed, and counts of waiting jobs; for pages and metrics. */
@Injectable()
export class FailedJobs implements OnModuleInit {
  private readonly discardHandlers = new Map<string, (payload: object) => Promise<void>>();
  /** The names of all jobs and listeners, as their rows have them. */
  names: readonly string[] = [];

  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly handlerDiscovery: HandlerDiscovery,
    private readonly wake: Wake,
    metrics: Metrics,
  ) {
    const count = async (state: 'waiting' | 'failed'): Promise<number> =>
      (await this.db.platformRow(countJobs(state)))?.count ?? 0;
    metrics.gauge('outbox_jobs_waiting', 'Jobs that wait or run', () => count('waiting'));
    metrics.gauge('outbox_jobs_failed', 'Jobs that failed for good', () => count('failed'));
  }

  /** @throws when an `@OnDiscard` method names a job that does not exist, or the same job as another method */
  onModuleInit(): void {
    const listeners = this.handlerDiscovery.find<unknown>(EVENT_LISTENER).map(({ name }) => `on:${name}`);
    this.names = [...allJobs.keys(), ...listeners].toSorted();
    for (const { metadata, name, call } of this.handlerDiscovery.find<{ jobName: string }>(JOB_DISCARD)) {
      const { jobName } = metadata;
      if (!this.names.includes(jobName)) throw new Error(`${name} names a job that does not exist: ${jobName}`);
      if (this.discardHandlers.has(jobName)) throw new Error(`The job ${jobName} has two @OnDiscard methods`);
      this.discardHandlers.set(jobName, call as unknown as (payload: object) => Promise<void>);
    }
  }

  /** Runs the job at once, with all its tries. @returns false when it is no longer among the failed */
  retry(id: number, done: (job: OutboxJob) => void): Promise<boolean> {
    return this.change(id, async (job) => {
      Object.assign(job, { failedAt: null, attempts: 0, lostStarts: 0, leasedUntil: null, runAt: new Date() });
      const { companyId, external } = job;
      this.context.unit?.afterCommit.push(() => this.wake.signal({ companyId, external, orderingKeys: [] }));
      done(job);
    });
  }

  /** Calls the `@OnDiscard` method and removes the job. @returns false when it is no longer among the failed */
  discard(id: number, done: (job: OutboxJob) => void): Promise<boolean> {
    return this.change(id, async (job) => {
      await this.discardHandlers.get(job.name)?.(job.payload);
      this.db.em.remove(job);
      done(job);
    });
  }

  async waiting(): Promise<WaitingJobs> {
    return { jobs: await this.db.rows(waitingByName), orderingKeys: await this.db.rows(waitingByOrderingKey) };
  }

  async backlog(): Promise<JobBacklog> {
    const backlog = await this.db.platformRow(jobBacklog);
    if (!backlog) throw new Error('A statement of counts has one row');
    return backlog;
  }

  /** Changes the job in a transaction of its company, so that handlers and `done` see only rows of that company. */
  private async change(id: number, change: (job: OutboxJob) => Promise<void>): Promise<boolean> {
    const found = await this.db.row(companyOfFailed(id));
    if (!found) return false;
    const { companyId } = found;
    const work = async (): Promise<boolean> => {
      const job = await this.db.em.findOne(
        OutboxJob,
        { id, companyId, failedAt: { $ne: null } },
        { lockMode: LockMode.PESSIMISTIC_WRITE },
      );
      if (!job) return false;
      await change(job);
      return true;
    };
    return companyId === null ? this.db.asPlatform(work) : this.db.runAs(companyId, work);
  }
}
