import { setTimeout as wait } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { AppConfig } from '../config/config.js';
import { Context } from '../context.js';
import { Db } from '../database/db.js';
import { isTransient } from '../errors/database-errors.js';
import { type JobOutcome, Metrics } from '../observability/metrics.js';
import { HandlerDiscovery } from './handler-discovery.js';
import {
  allJobs,
  defaultBackoff,
  externalJobs,
  type HandlerMetadata,
  JOB_HANDLER,
  type JobOptions,
  type JobRun,
  RetryLater,
} from './job.js';
import {
  type ClaimedJob,
  claim,
  markFailed,
  postpone,
  remove,
  removeSingle,
  renew,
  shortLockTimeout,
} from './outbox.queries.js';
import { Wake } from './wake.js';

interface Handler {
  readonly options: JobOptions;
  readonly perform: (payload: object, run: JobRun) => Promise<void>;
}

/** Jobs at a time that only work in the database. */
const internalConcurrency = 12;
/** While so few of these could be taken the next claim waits for the end of one: a busy runner takes several at a time. */
const worthAClaim = 4;
/** Jobs at a time that talk to somebody external: a provider that hangs must hold up neither the others nor those above. */
const externalConcurrency = 32;
/** So many of the latter a company may have in any case, and more as long as as many are free for others. */
const externalOfCompany = 8;
/** A process that dies holds its jobs and their lanes for so long. */
const leaseSeconds = 20;
const renewMs = 5_000;
const idleMs = 1000;
/** How long the outcome of a job is kept in memory while the database is away, and how often it is tried. */
const patienceMs = 120_000;
const recordAgainMs = 500;
/** After a race that was lost, or a database that went: neither is the job's failure. */
const passingSeconds = 0.1;

/**
 * Claims due jobs from PostgreSQL and performs them. A row is leased, not removed, while it is performed: a killed
 * process costs its lease, never the job.
 */
@Injectable()
export class Runner implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('Jobs');
  private readonly handlers = new Map<string, Handler>();
  private readonly running = new Set<Promise<void>>();
  private internalRunning = 0;
  /** Running external jobs by company; 0 is the platform. */
  private readonly externalRunning = new Map<number, number>();
  private timer: NodeJS.Timeout | undefined;
  private renewal: NodeJS.Timeout | undefined;
  /** What is being performed, for its lease. */
  private readonly leased = new Set<ClaimedJob>();
  private claiming: Promise<void> | undefined;
  private claimAgain = false;
  /** There may be work that was left for want of room. */
  private mayHaveMore = false;
  private stopped = false;
  /** Until then a job that was interrupted waits to go on. */
  private retryAt = 0;

  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly discovered: HandlerDiscovery,
    private readonly wake: Wake,
    private readonly config: AppConfig,
    private readonly metrics: Metrics,
  ) {}

  onApplicationBootstrap(): void {
    for (const { metadata, call } of this.discovered.find<HandlerMetadata>(JOB_HANDLER)) {
      this.register(metadata.jobName, metadata.options, call as unknown as Handler['perform']);
    }
    const orphan = [...allJobs.keys()].find((name) => !this.handlers.has(name));
    if (orphan) throw new Error(`The job ${orphan} has no handler`);
    if (this.config.role === 'web') return;
    this.wake.onSignal(() => this.claimWhenFree());
    // whatever is long at work here, the others have their turn within a second
    this.timer = setInterval(() => (this.claiming ? undefined : this.startClaim()), idleMs);
    this.renewal = setInterval(() => void this.renew(), renewMs);
  }

  /** Adds a handler under a name of its own (listeners). @throws when the name is taken: no job has two handlers. */
  register(name: string, options: JobOptions, perform: Handler['perform']): void {
    if (this.handlers.has(name)) throw new Error(`The job ${name} has two handlers`);
    this.handlers.set(name, { options, perform });
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    await this.claiming;
    await Promise.all(this.running);
    clearInterval(this.renewal);
  }

  /** Performs everything that is due and resolves when nothing is; for tests and for the command line. */
  async drain(): Promise<void> {
    for (;;) {
      await this.claiming;
      await Promise.all(this.running);
      const before = this.running.size;
      await this.claim();
      // the timer may be claiming beside us: what it took is not in `running` yet
      if (before > 0 || this.running.size > 0 || this.claiming) continue;
      const rest = this.retryAt - Date.now();
      if (rest <= 0) return;
      await wait(rest);
    }
  }

  private claimWhenFree(): void {
    if (internalConcurrency - this.internalRunning < worthAClaim) this.mayHaveMore = true;
    else if (this.claiming) this.claimAgain = true;
    else this.startClaim();
  }

  private startClaim(): void {
    if (this.stopped) return;
    this.claiming = this.claim()
      .catch((error: unknown) => this.logger.error(`Cannot claim jobs: ${String(error)}`))
      .finally(() => {
        this.claiming = undefined;
        if (this.claimAgain) {
          this.claimAgain = false;
          this.claimWhenFree();
        }
      });
  }

  private async claim(): Promise<void> {
    const busy = [...this.externalRunning.values()].reduce((sum, count) => sum + count, 0);
    const free = externalConcurrency - busy;
    const room = { internal: internalConcurrency - this.internalRunning, external: Math.min(free, externalOfCompany) };
    if (this.stopped) return;
    this.mayHaveMore = room.internal <= 0 || room.external <= 0;
    if (room.internal <= 0 && room.external <= 0) return;
    const most = Math.max(externalOfCompany, free);
    const full = [...this.externalRunning].filter(([, count]) => count >= most).map(([companyId]) => companyId);
    const claimed = { internal: Math.max(room.internal, 0), external: Math.max(room.external, 0), full };
    const jobs = await this.db.platformRows(claim(claimed, leaseSeconds));
    const external = jobs.filter(({ name }) => externalJobs.has(name)).length;
    this.mayHaveMore ||= external === room.external || jobs.length - external === room.internal;
    // a full hand: there may be more for which there is room
    if (external === externalOfCompany) this.claimAgain = true;
    for (const unit of this.groupIntoBatches(jobs)) this.startBatch(unit);
  }

  /** Jobs that may share a transaction, the others alone. */
  private groupIntoBatches(jobs: readonly ClaimedJob[]): ClaimedJob[][] {
    const units = Map.groupBy(jobs, ({ id, name, companyId }) =>
      this.handlers.get(name)?.options.batched ? `${companyId} ${name}` : id,
    );
    return [...units.values()];
  }

  private startBatch(jobs: readonly ClaimedJob[]): void {
    this.countRunning(jobs, 1);
    const run = this.performAll(jobs).finally(() => {
      this.countRunning(jobs, -1);
      this.running.delete(run);
      // the next of its ordering key may be free now
      if (this.mayHaveMore || jobs.some(({ orderingKey }) => orderingKey !== null)) this.claimWhenFree();
    });
    this.running.add(run);
  }

  private countRunning(jobs: readonly ClaimedJob[], sign: 1 | -1): void {
    for (const job of jobs) {
      const companyId = job.companyId ?? 0;
      const external = (this.externalRunning.get(companyId) ?? 0) + sign;
      if (!externalJobs.has(job.name)) this.internalRunning += sign;
      else if (external === 0) this.externalRunning.delete(companyId);
      else this.externalRunning.set(companyId, external);
    }
  }

  private async performAll(jobs: readonly ClaimedJob[]): Promise<void> {
    for (const job of jobs) this.leased.add(job);
    try {
      if (jobs.length > 1 && (await this.performBatch(jobs))) return;
      for (const job of jobs) await this.perform(job);
    } finally {
      for (const job of jobs) this.leased.delete(job);
    }
  }

  /** false: nothing happened. */
  private async performBatch(jobs: readonly ClaimedJob[]): Promise<boolean> {
    const began = performance.now();
    try {
      await this.context.run({}, () =>
        this.inCompany(jobs[0]?.companyId ?? undefined, async () => {
          await this.db.run(shortLockTimeout);
          for (const { name, payload, companyId, attempts } of jobs)
            await this.handlers.get(name)?.perform(payload, { companyId: companyId ?? undefined, attempt: attempts });
          await this.deleteRows(jobs);
        }),
      );
      const seconds = (performance.now() - began) / 1000 / jobs.length;
      for (const { name } of jobs) this.metrics.observeJob(name, 'done', seconds);
      return true;
    } catch (error) {
      this.logger.debug({ msg: 'jobs not performed together', jobs: jobs.length, reason: String(error) });
      return false;
    }
  }

  private inCompany(companyId: number | undefined, work: () => Promise<void>): Promise<void> {
    return companyId === undefined ? this.db.asPlatform(work) : this.db.runAs(companyId, work);
  }

  /** When somebody took one over while this process stood still, its effect is theirs, ours goes with the transaction. */
  private async deleteRows(jobs: readonly ClaimedJob[]): Promise<void> {
    if ((await this.db.run(remove(jobs))) < jobs.length) throw new TakenOver();
  }

  private async perform(job: ClaimedJob): Promise<void> {
    const handler = this.handlers.get(job.name);
    const companyId = job.companyId ?? undefined;
    const run: JobRun = { companyId, attempt: job.attempts };
    const began = performance.now();
    const ended = (outcome: JobOutcome): void =>
      this.metrics.observeJob(job.name, outcome, (performance.now() - began) / 1000);
    try {
      if (!handler) throw new Error(`No handler for ${job.name}`);
      await this.context.run({}, async () => {
        if (handler.options.transactional === false) {
          await handler.perform(job.payload, run);
          await this.recordWithRetry(job, () => this.db.platformRows(removeSingle(job)));
          return;
        }
        await this.inCompany(companyId, async () => {
          await handler.perform(job.payload, run);
          await this.deleteRows([job]);
        });
      });
      ended('done');
    } catch (error) {
      if (error instanceof TakenOver) {
        this.logger.warn({ msg: 'job taken over by another process', job: job.name, id: job.id });
        return;
      }
      ended((await this.fail(job, handler?.options.backoff ?? defaultBackoff, error)) ? 'retry' : 'failed');
    } finally {
      this.leased.delete(job);
    }
  }

  /** Jobs that take long (a large file) keep their leases as long as this process lives. */
  private async renew(): Promise<void> {
    if (this.leased.size === 0) return;
    const jobs = [...this.leased];
    try {
      await this.db.platformRows(renew(jobs, leaseSeconds));
    } catch (error) {
      this.logger.warn({ msg: 'leases not renewed', jobs: jobs.length, reason: String(error) });
    }
  }

  /** Records the failure; false when it was the last try. */
  private async fail(job: ClaimedJob, backoff: readonly number[], error: unknown): Promise<boolean> {
    const later = error instanceof RetryLater || isTransient(error);
    const delay =
      error instanceof RetryLater ? error.delayMs / 1000 : later ? passingSeconds : backoff[job.attempts - 1];
    const reason = error instanceof Error ? error.message : String(error);
    if (!(error instanceof RetryLater))
      this.logger.warn({
        msg: later ? 'job interrupted' : 'job failed',
        job: job.name,
        id: job.id,
        attempt: job.attempts,
        reason,
      });
    await this.recordWithRetry(job, () =>
      delay === undefined
        ? this.db.platformRows(markFailed(job, reason))
        : this.db.platformRows(postpone(job, reason, { seconds: delay, later })),
    );
    if (delay === passingSeconds) this.retryAt = Date.now() + passingSeconds * 1000 + 1;
    return delay !== undefined;
  }

  /** While the database is away it is tried again: the job goes on when that is back, not when its lease has run out. */
  private async recordWithRetry(job: ClaimedJob, record: () => Promise<unknown>): Promise<void> {
    for (const until = Date.now() + patienceMs; ; ) {
      try {
        await record();
        return;
      } catch (error) {
        if (Date.now() < until && !this.stopped && isTransient(error)) {
          await wait(recordAgainMs);
          continue;
        }
        this.logger.error({
          msg: 'outcome of a job not recorded, its lease will run out',
          job: job.name,
          id: job.id,
          reason: String(error),
        });
        return;
      }
    }
  }
}

/** Another process performed the job meanwhile. */
class TakenOver extends Error {}
