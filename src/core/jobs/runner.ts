import { setTimeout as wait } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { AppConfig } from '../config/config.js';
import { Context } from '../context/context.js';
import { Db } from '../database/db.js';
import { mayPass } from '../errors/database-errors.js';
import { type JobOutcome, Metrics } from '../observability/metrics.js';
import { Handlers } from './handlers.js';
import {
  allJobs,
  defaultBackoff,
  type HandlerMetadata,
  JOB_HANDLER,
  type JobOptions,
  type JobRun,
  outsideJobs,
  RetryLater,
} from './job.js';
import { type ClaimedJob, claim, giveUp, impatient, postpone, remove, removeAlone, renew } from './statements.js';
import { Wake } from './wake.js';

interface Handler {
  readonly options: JobOptions;
  readonly perform: (payload: object, run: JobRun) => Promise<void>;
}

/** Jobs at a time that only work in the database. */
const insideAtOnce = 12;
/** While so few of these could be taken the next claim waits for the end of one: a busy runner takes several at a time. */
const worthAClaim = 4;
/** Jobs at a time that talk to somebody outside: a provider that hangs must hold up neither the others nor those above. */
const outsideAtOnce = 32;
/** So many of the latter a company may have in any case, and more as long as as many are free for others. */
const outsideOfCompany = 8;
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
  private inside = 0;
  /** Jobs at work outside, by company; 0 is the platform. */
  private readonly outside = new Map<number, number>();
  private timer: NodeJS.Timeout | undefined;
  private renewal: NodeJS.Timeout | undefined;
  /** What is being performed, for its lease. */
  private readonly leased = new Set<ClaimedJob>();
  private claiming: Promise<void> | undefined;
  private again = false;
  /** There may be work that was left for want of room. */
  private more = false;
  private stopped = false;
  /** Until then a job that was interrupted waits to go on. */
  private resting = 0;

  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly discovered: Handlers,
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
    this.wake.onSignal(() => this.look());
    // whatever is long at work here, the others have their turn within a second
    this.timer = setInterval(() => (this.claiming ? undefined : this.begin()), idleMs);
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
      const rest = this.resting - Date.now();
      if (rest <= 0) return;
      await wait(rest);
    }
  }

  private look(): void {
    if (insideAtOnce - this.inside < worthAClaim) this.more = true;
    else if (this.claiming) this.again = true;
    else this.begin();
  }

  private begin(): void {
    if (this.stopped) return;
    this.claiming = this.claim()
      .catch((error: unknown) => this.logger.error(`Cannot claim jobs: ${String(error)}`))
      .finally(() => {
        this.claiming = undefined;
        if (this.again) {
          this.again = false;
          this.look();
        }
      });
  }

  private async claim(): Promise<void> {
    const busy = [...this.outside.values()].reduce((sum, count) => sum + count, 0);
    const free = outsideAtOnce - busy;
    const room = { inside: insideAtOnce - this.inside, outside: Math.min(free, outsideOfCompany) };
    if (this.stopped) return;
    this.more = room.inside <= 0 || room.outside <= 0;
    if (room.inside <= 0 && room.outside <= 0) return;
    const most = Math.max(outsideOfCompany, free);
    const full = [...this.outside].filter(([, count]) => count >= most).map(([companyId]) => companyId);
    const claimed = { inside: Math.max(room.inside, 0), outside: Math.max(room.outside, 0), full };
    const jobs = await this.db.platformRows(claim(claimed, leaseSeconds));
    const outside = jobs.filter(({ name }) => outsideJobs.has(name)).length;
    this.more ||= outside === room.outside || jobs.length - outside === room.inside;
    // a full hand: there may be more for which there is room
    if (outside === outsideOfCompany) this.again = true;
    for (const unit of this.units(jobs)) this.start(unit);
  }

  /** Jobs that may share a transaction, the others alone. */
  private units(jobs: readonly ClaimedJob[]): ClaimedJob[][] {
    const units = Map.groupBy(jobs, ({ id, name, companyId }) =>
      this.handlers.get(name)?.options.together ? `${companyId} ${name}` : id,
    );
    return [...units.values()];
  }

  private start(jobs: readonly ClaimedJob[]): void {
    this.count(jobs, 1);
    const run = this.performAll(jobs).finally(() => {
      this.count(jobs, -1);
      this.running.delete(run);
      // the next of its lane may be free now
      if (this.more || jobs.some(({ lane }) => lane !== null)) this.look();
    });
    this.running.add(run);
  }

  private count(jobs: readonly ClaimedJob[], sign: 1 | -1): void {
    for (const job of jobs) {
      const companyId = job.companyId ?? 0;
      const outside = (this.outside.get(companyId) ?? 0) + sign;
      if (!outsideJobs.has(job.name)) this.inside += sign;
      else if (outside === 0) this.outside.delete(companyId);
      else this.outside.set(companyId, outside);
    }
  }

  private async performAll(jobs: readonly ClaimedJob[]): Promise<void> {
    for (const job of jobs) this.leased.add(job);
    try {
      if (jobs.length > 1 && (await this.performTogether(jobs))) return;
      for (const job of jobs) await this.perform(job);
    } finally {
      for (const job of jobs) this.leased.delete(job);
    }
  }

  /** false: nothing happened. */
  private async performTogether(jobs: readonly ClaimedJob[]): Promise<boolean> {
    const began = performance.now();
    try {
      await this.context.run({}, () =>
        this.inCompany(jobs[0]?.companyId ?? undefined, async () => {
          await this.db.run(impatient);
          for (const { name, payload, companyId, attempts } of jobs)
            await this.handlers.get(name)?.perform(payload, { companyId: companyId ?? undefined, attempt: attempts });
          await this.removed(jobs);
        }),
      );
      const seconds = (performance.now() - began) / 1000 / jobs.length;
      for (const { name } of jobs) this.metrics.jobEnded(name, 'done', seconds);
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
  private async removed(jobs: readonly ClaimedJob[]): Promise<void> {
    if ((await this.db.run(remove(jobs))) < jobs.length) throw new TakenOver();
  }

  private async perform(job: ClaimedJob): Promise<void> {
    const handler = this.handlers.get(job.name);
    const companyId = job.companyId ?? undefined;
    const run: JobRun = { companyId, attempt: job.attempts };
    const began = performance.now();
    const ended = (outcome: JobOutcome): void =>
      this.metrics.jobEnded(job.name, outcome, (performance.now() - began) / 1000);
    try {
      if (!handler) throw new Error(`No handler for ${job.name}`);
      await this.context.run({}, async () => {
        if (handler.options.transactional === false) {
          await handler.perform(job.payload, run);
          await this.recorded(job, () => this.db.platformRows(removeAlone(job)));
          return;
        }
        await this.inCompany(companyId, async () => {
          await handler.perform(job.payload, run);
          await this.removed([job]);
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
    const later = error instanceof RetryLater || mayPass(error);
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
    await this.recorded(job, () =>
      delay === undefined
        ? this.db.platformRows(giveUp(job, reason))
        : this.db.platformRows(postpone(job, reason, { seconds: delay, later })),
    );
    if (delay === passingSeconds) this.resting = Date.now() + passingSeconds * 1000 + 1;
    return delay !== undefined;
  }

  /** While the database is away it is tried again: the job goes on when that is back, not when its lease has run out. */
  private async recorded(job: ClaimedJob, record: () => Promise<unknown>): Promise<void> {
    for (const until = Date.now() + patienceMs; ; ) {
      try {
        await record();
        return;
      } catch (error) {
        if (Date.now() < until && !this.stopped && mayPass(error)) {
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
