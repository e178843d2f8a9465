import { setImmediate as immediate, setTimeout as wait } from 'node:timers/promises';
import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
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
import { JobLease } from './job-lease.js';
import { JobSlots } from './job-slots.js';
import {
  beginBatch,
  type ClaimedJob,
  type ClaimTurn,
  claim,
  companiesWithDueJobs,
  endLeases,
  ignoreNextLoss,
  lostReason,
  markFailed,
  maxLostStarts,
  platformTurn,
  postpone,
  remove,
  removeUnflushed,
  renew,
  suspectAfter,
} from './outbox.queries.js';
import type { RunnerNumber } from './runner-number.js';
import { RunnerPresence } from './runner-presence.js';
import { type DueJobs, type LeaseStart, type LocalRunner, Wake } from './wake.js';

interface Handler {
  readonly options: JobOptions;
  /** @param payload of a batched handler: a list */
  readonly perform: (payload: object, run: JobRun) => Promise<void>;
}

/** Jobs that only use the database, and how many transactions they are performed in at a time. */
const internalLimits = { concurrency: 64, minFree: 16 };
const maxTransactions = 12;
/** Jobs that call external services: a provider that hangs must not delay internal jobs. */
const externalLimits = { concurrency: 32, minFree: 4, perCompany: 8 };
const renewMs = 3_000;
const idleMs = 1000;
/** How long, and how often, recording the outcome of a job is retried while the database is unavailable. */
const recordTimeoutMs = 120_000;
const retryIntervalMs = 500;
/** After a lost race or an unavailable database, which do not count as a failure of the job. */
const transientRetrySeconds = 0.1;

/**
 * Claims due jobs from PostgreSQL and performs them. A row is leased, not removed, while it is performed: a killed
 * process costs its lease, never the job.
 */
@Injectable()
export class Runner implements LocalRunner, OnApplicationBootstrap, OnModuleDestroy, BeforeApplicationShutdown {
  private readonly logger = new Logger('Jobs');
  private readonly handlers = new Map<string, Handler>();
  private readonly running = new Set<Promise<void>>();
  private readonly internal = new JobSlots(false, internalLimits);
  private readonly external = new JobSlots(true, externalLimits);
  private timer: NodeJS.Timeout | undefined;
  private renewal: NodeJS.Timeout | undefined;
  /** Jobs of this process, whose leases are renewed. */
  private readonly leased = new Map<ClaimedJob, JobLease>();
  private looking: Promise<void> | undefined;
  /** Internal jobs that are claimed, and for which there is no transaction yet. */
  private readonly waiting: ClaimedJob[] = [];
  private transactions = 0;
  /** What is performed one batch at a time, and is being performed. */
  private readonly busy = new Set<string>();
  private readonly stopping = new AbortController();
  /** A claim that is under way may bring a suspect ({@link suspectAfter}). */
  private claimingSuspect = false;
  /** Until then an interrupted job waits for its retry. */
  private retryAt = 0;

  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly handlerDiscovery: HandlerDiscovery,
    private readonly wake: Wake,
    private readonly config: AppConfig,
    private readonly metrics: Metrics,
    private readonly presence: RunnerPresence,
  ) {}

  onApplicationBootstrap(): void {
    for (const { metadata, call } of this.handlerDiscovery.find<HandlerMetadata>(JOB_HANDLER)) {
      this.register(metadata.jobName, metadata.options, call as unknown as Handler['perform']);
    }
    const orphan = [...allJobs.keys()].find((name) => !this.handlers.has(name));
    if (orphan) throw new Error(`The job ${orphan} has no handler`);
    this.wake.runner = this;
    this.renewal = setInterval(() => void this.renew(), renewMs);
    this.presence.start({ changed: () => void this.renew(), ended: (numbers) => this.endLeases(numbers) });
    if (this.startsOwnOnly) return;
    this.wake.onSignal((due) => this.signalled(due));
    this.timer = setInterval(() => void this.look(), idleMs);
  }

  /** Adds a handler under a name of its own (listeners). @throws when the job has a handler */
  register(name: string, options: JobOptions, perform: Handler['perform']): void {
    if (this.handlers.has(name)) throw new Error(`The job ${name} has two handlers`);
    this.handlers.set(name, { options, perform });
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    clearInterval(this.timer);
    await this.claimed();
    await this.ignoreLossOfRunning();
    await this.allEnded();
  }

  /** Transactions that were being committed meanwhile may have started some. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.allEnded();
    clearInterval(this.renewal);
  }

  private async allEnded(): Promise<void> {
    while (this.running.size > 0) await Promise.all(this.running);
  }

  /** Performs everything that is due; for tests and for the command line. */
  async drain(): Promise<void> {
    for (;;) {
      await this.claimed();
      await Promise.all(this.running);
      // one under way may have begun before the last job was stored, whose time is rounded to the next millisecond
      await Promise.all([this.looking, wait(1)]);
      await this.look();
      await this.claimed();
      if (this.running.size > 0 || this.internal.claiming || this.external.claiming) continue;
      const rest = this.retryAt - Date.now();
      if (rest <= 0) return;
      await wait(rest);
    }
  }

  get number(): RunnerNumber | undefined {
    return this.presence.current;
  }

  mayStart(name: string, companyId: number | null): boolean {
    if (this.stopping.signal.aborted || (this.startsOwnOnly && !this.handlers.get(name)?.options.inWeb)) return false;
    return this.external.mayStart(companyId ?? platformTurn);
  }

  startStored(job: ClaimedJob, start: LeaseStart): void {
    this.external.start([], [job]);
    this.lease([job], start);
    // after the answer of its request
    const starting = immediate().then(() => {
      this.running.delete(starting);
      this.start([job]);
    });
    this.running.add(starting);
  }

  /** It claims nothing. */
  private get startsOwnOnly(): boolean {
    return this.config.role === 'web';
  }

  private lease(jobs: readonly ClaimedJob[], { since, number }: LeaseStart): void {
    for (const job of jobs) this.leased.set(job, new JobLease(since, number));
    // it may have been lost, and taken off the others, while these were being leased
    if (number && number !== this.number) void this.renew();
  }

  private slotsOf(external: boolean): JobSlots {
    return external ? this.external : this.internal;
  }

  private signalled(due: DueJobs | undefined): void {
    if (!due) {
      void this.look();
      return;
    }
    for (const each of [this.internal, this.external]) each.markFollowed(due.orderingKeys);
    const slots = this.slotsOf(due.external);
    slots.addCompany(due.companyId ?? platformTurn);
    this.claimWhenFree(slots);
  }

  /** Finds the jobs that no signal told of: those that became due, and those of other processes. */
  private look(): Promise<void> {
    this.looking ??= this.addDueCompanies()
      .catch((error: unknown) => this.logger.error(`Cannot look for jobs: ${String(error)}`))
      .finally(() => {
        this.looking = undefined;
      });
    return this.looking;
  }

  private async addDueCompanies(): Promise<void> {
    if (this.stopping.signal.aborted) return;
    const companies = await this.db.platformRows(companiesWithDueJobs);
    for (const { external, companyId } of companies) {
      for (const each of [this.internal, this.external]) each.markAllFollowed(companyId);
      this.slotsOf(external).addCompany(companyId);
    }
    for (const slots of [this.internal, this.external]) this.claimWhenFree(slots);
  }

  private claimWhenFree(slots: JobSlots): void {
    if (slots.claiming || !slots.mayClaim || this.stopping.signal.aborted) return;
    slots.claiming = this.claim(slots)
      .catch((error: unknown) => this.logger.error(`Cannot claim jobs: ${String(error)}`))
      .finally(() => {
        slots.claimed();
        this.claimWhenFree(slots);
      });
  }

  private async claimed(): Promise<void> {
    for (const slots of [this.internal, this.external]) while (slots.claiming) await slots.claiming;
  }

  private async claim(slots: JobSlots): Promise<void> {
    // signals of the same moment share a claim
    await immediate();
    const next = slots.nextTurns();
    const [platform, companies] = [next.filter(isPlatform), next.filter((turn) => !isPlatform(turn))];
    for (const turns of [companies, platform]) {
      if (turns.length === 0 || this.stopping.signal.aborted) continue;
      const start = { since: performance.now(), number: this.number };
      const jobs = await this.claimJobs(slots, turns, start);
      slots.start(turns, jobs);
      if (slots.external) for (const job of jobs) this.start([job]);
      else this.waiting.push(...jobs);
      this.startWaiting();
    }
  }

  private async claimJobs(slots: JobSlots, turns: readonly ClaimTurn[], start: LeaseStart): Promise<ClaimedJob[]> {
    const maySuspect = !this.claimingSuspect && ![...this.leased.keys()].some(isSuspect);
    this.claimingSuspect ||= maySuspect;
    try {
      const found = await this.db.platformRows(claim(slots.external, turns, start.number?.value ?? null, maySuspect));
      for (const { name, id, hasFailed } of found) {
        if (!hasFailed) continue;
        this.logger.error({ msg: 'job failed', job: name, id, reason: lostReason });
        this.metrics.observeJob(name, 'failed', 0);
      }
      const jobs = found.filter(({ isLeased }) => isLeased);
      // before another claim looks for suspects among the leased ones
      this.lease(jobs, start);
      return jobs;
    } finally {
      if (maySuspect) this.claimingSuspect = false;
    }
  }

  private startWaiting(): void {
    while (this.transactions < maxTransactions) {
      const first = this.waiting.find((job) => !this.busy.has(groupOf(job)));
      if (!first) return;
      const { batch = 1, sequential = false } = this.handlers.get(first.name)?.options ?? {};
      const group = groupOf(first);
      const jobs = this.waiting.filter((job) => (batch > 1 ? groupOf(job) === group : job === first)).slice(0, batch);
      for (const job of jobs) this.waiting.splice(this.waiting.indexOf(job), 1);
      if (sequential) this.busy.add(group);
      this.transactions++;
      this.start(jobs, () => {
        this.transactions--;
        this.busy.delete(group);
        this.startWaiting();
      });
    }
  }

  private start(jobs: readonly ClaimedJob[], done = (): void => undefined): void {
    const run = this.performAll(jobs).finally(() => {
      this.running.delete(run);
      for (const job of jobs) this.ended(job);
      done();
      for (const slots of [this.internal, this.external]) this.claimWhenFree(slots);
    });
    this.running.add(run);
  }

  private ended(job: ClaimedJob): void {
    this.slotsOf(externalJobs.has(job.name)).end(job);
    const { companyId, orderingKey } = job;
    if (this.startsOwnOnly) {
      // the next of its ordering key is another process's, which could not claim it before
      if (orderingKey !== null) this.wake.signal({ companyId, external: true, orderingKeys: [] });
      return;
    }
    // the next of its ordering key may be of either kind
    if (orderingKey !== null && job.isFollowed)
      for (const slots of [this.internal, this.external]) slots.addCompany(companyId ?? platformTurn);
  }

  private async performAll(jobs: readonly ClaimedJob[]): Promise<void> {
    try {
      if (jobs.length > 1 && (await this.performBatch(jobs))) return;
      for (const job of jobs) await this.perform(job);
    } finally {
      for (const job of jobs) this.leased.delete(job);
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

  /** When another process claimed one during a pause of this one, the effect here is rolled back. */
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
            this.db.runLast(remove([job]));
            removed = true;
          };
          const lease = this.leased.get(job);
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
      this.leased.delete(job);
    }
  }

  /** Jobs that last (a large file, a slow provider) keep their leases as long as this process lives. */
  private async renew(): Promise<void> {
    if (this.leased.size === 0) return;
    const leases = [...this.leased.values()];
    const jobs = [...this.leased.keys()];
    const since = performance.now();
    try {
      await this.db.platformRows(renew(jobs, this.number?.value ?? null));
      for (const lease of leases) lease.renewed(since);
      const rows = leases.filter((lease) => lease.isHeld()).flatMap(({ toRenew }) => toRenew);
      await Promise.all(rows.map((statement) => this.db.platformRows(statement)));
    } catch (error) {
      this.logger.warn({ msg: 'leases not renewed', jobs: jobs.length, reason: String(error) });
    }
  }

  private async ignoreLossOfRunning(): Promise<void> {
    const jobs = [...this.leased.keys()];
    if (jobs.length === 0) return;
    await this.db
      .platformRows(ignoreNextLoss(jobs))
      .catch((error: unknown) =>
        this.logger.warn({ msg: 'running jobs not marked at the stop', reason: String(error) }),
      );
  }

  /** Another process that performs jobs was killed. */
  private async endLeases(numbers: readonly number[]): Promise<void> {
    try {
      const jobs = await this.db.platformRows(endLeases(numbers));
      this.logger.log({ msg: 'another process has ended', jobs: jobs.length });
      if (jobs.length === 0) return;
      if (this.startsOwnOnly) this.wake.signal({ companyId: null, external: true, orderingKeys: [] });
      else await this.look();
    } catch (error) {
      this.logger.warn({ msg: 'leases of a process that has ended not ended', reason: String(error) });
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

  /** Retries while the database is unavailable, so that the job need not wait for the end of its lease. */
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

/** Jobs that may share a transaction. */
const groupOf = ({ companyId, name }: ClaimedJob): string => `${companyId} ${name}`;
const isSuspect = ({ lostStarts }: ClaimedJob): boolean => lostStarts >= suspectAfter;
const isPlatform = ({ id }: ClaimTurn): boolean => id === platformTurn;

/** Another process claimed the job meanwhile. */
class LeaseLost extends Error {}
