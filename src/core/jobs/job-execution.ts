import { setTimeout as wait } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { Context } from '../context.js';
import { Db } from '../database/db.js';
import { isTransient } from '../errors/database-errors.js';
import { type JobOutcome, Metrics } from '../observability/metrics.js';
import { defaultBackoff, type JobOptions, type JobRun, RetryLater } from './job.js';
import { JobClaims } from './job-claims.js';
import {
  beginBatch,
  type ClaimedJob,
  markFailed,
  maxLostStarts,
  postpone,
  remove,
  removeUnflushed,
} from './outbox.queries.js';

export interface Handler {
  readonly options: JobOptions;
  /** @param payload a list for a batched handler */
  readonly perform: (payload: object, run: JobRun) => Promise<void>;
}

/** How long, and how often, recording the outcome of a job is retried while the database is unavailable. */
const recordTimeoutMs = 120_000;
const retryIntervalMs = 500;
/** The delay after a lost race or an unavailable database, which do not count as a failure of the job. */
const transientRetrySeconds = 0.1;

/** Runs the handlers of claimed jobs, and records how each job ended. */
@Injectable()
export class JobExecution {
  private readonly logger = new Logger('Jobs');
  private readonly handlers = new Map<string, Handler>();
  private readonly stopping = new AbortController();
  /** The time at which the last interrupted job is due again. */
  retryAt = 0;

  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly metrics: Metrics,
    private readonly claims: JobClaims,
  ) {}

  /** @throws when the job already has a handler */
  register(name: string, handler: Handler): void {
    if (this.handlers.has(name)) throw new Error(`The job ${name} has two handlers`);
    this.handlers.set(name, handler);
  }

  handlerOf(name: string): Handler | undefined {
    return this.handlers.get(name);
  }

  /** Tells handlers that the process stops. From then on, recording an outcome is no longer retried. */
  stop(): void {
    this.stopping.abort();
  }

  /** Several jobs must be of one company and batched handler. They share a transaction, or run singly if it fails. */
  async performAll(jobs: readonly ClaimedJob[]): Promise<void> {
    try {
      if (jobs.length > 1 && (await this.performBatch(jobs))) return;
      for (const job of jobs) await this.perform(job);
    } finally {
      for (const job of jobs) this.claims.remove(job);
    }
  }

  /** @returns false when the transaction failed */
  private async performBatch(jobs: readonly ClaimedJob[]): Promise<boolean> {
    const began = performance.now();
    const [first] = jobs;
    if (!first) return true;
    const { attempts: attempt, isAbandoned } = first;
    const companyId = first.companyId ?? undefined;
    try {
      await this.context.run({}, () =>
        this.inCompany(companyId, async () => {
          const payloads = jobs.map(({ payload }) => payload);
          await Promise.all([
            this.db.run(beginBatch),
            this.handlers.get(first.name)?.perform(payloads, { companyId, attempt, isAbandoned }),
          ]);
          await this.deleteRows(jobs, { flush: false });
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

  /** Removes the rows, or rolls back when another process claimed one of the jobs while this process was paused. */
  private async deleteRows(jobs: readonly ClaimedJob[], { flush }: { readonly flush: boolean }): Promise<void> {
    if ((await this.db.run(flush ? remove(jobs) : removeUnflushed(jobs))) < jobs.length) throw new LeaseLost();
  }

  private async perform(job: ClaimedJob): Promise<void> {
    const handler = this.handlers.get(job.name);
    const companyId = job.companyId ?? undefined;
    const { attempts: attempt, lostStarts, isAbandoned } = job;
    const isLastStart = lostStarts >= maxLostStarts - 1;
    const run: JobRun = { companyId, attempt, isLastStart, isAbandoned, stopping: this.stopping.signal };
    const began = performance.now();
    const ended = (outcome: JobOutcome): void =>
      this.metrics.observeJob(job.name, outcome, (performance.now() - began) / 1000);
    try {
      if (!handler) throw new Error(`No handler for ${job.name}`);
      await this.context.run({}, async () => {
        if (handler.options.transactional === false) {
          let removed = false;
          const complete = (): void => {
            this.db.runWithCommit(remove([job]));
            removed = true;
          };
          const lease = this.claims.leaseOf(job);
          await handler.perform(job.payload, { ...run, complete, ...(lease && { lease }) });
          if (!removed) await this.recordWithRetry(job, () => this.db.platformRows(removeUnflushed([job])));
          return;
        }
        await this.inCompany(companyId, async () => {
          const { batch } = handler.options;
          await handler.perform(batch ? [job.payload] : job.payload, run);
          await this.deleteRows([job], { flush: !batch });
        });
      });
      ended('done');
    } catch (error) {
      if (error instanceof LeaseLost) {
        this.logger.warn({ msg: 'job taken over by another process', job: job.name, id: job.id });
        return;
      }
      ended((await this.fail(job, handler?.options.backoff ?? defaultBackoff, error)) ? 'retry' : 'failed');
    } finally {
      this.claims.remove(job);
    }
  }

  /** Records the failure. @returns false when it was the last try */
  private async fail(job: ClaimedJob, backoff: readonly number[], error: unknown): Promise<boolean> {
    const later = error instanceof RetryLater || isTransient(error);
    const delay =
      error instanceof RetryLater ? error.delayMs / 1000 : later ? transientRetrySeconds : backoff[job.attempts - 1];
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
    if (delay === transientRetrySeconds) this.retryAt = Date.now() + transientRetrySeconds * 1000 + 1;
    return delay !== undefined;
  }

  /** Retries while the database is unavailable, so that the job need not wait until its lease runs out. */
  private async recordWithRetry(job: ClaimedJob, record: () => Promise<unknown>): Promise<void> {
    for (const until = Date.now() + recordTimeoutMs; ; ) {
      try {
        await record();
        return;
      } catch (error) {
        if (Date.now() < until && !this.stopping.signal.aborted && isTransient(error)) {
          await wait(retryIntervalMs);
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

/** Thrown when another process has claimed the job in the meantime. */
class LeaseLost extends Error {}
