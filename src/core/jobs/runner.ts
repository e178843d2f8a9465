import { setImmediate as immediate, setTimeout as wait } from 'node:timers/promises';
import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { AppConfig } from '../config/config.js';
import { Db } from '../database/db.js';
import { HandlerDiscovery } from './handler-discovery.js';
import { allJobs, externalJobs, type HandlerMetadata, JOB_HANDLER, type JobOptions } from './job.js';
import { JobClaims } from './job-claims.js';
import { type Handler, JobExecution } from './job-execution.js';
import { JobSlots } from './job-slots.js';
import { type ClaimedJob, type ClaimTurn, companiesWithDueJobs, platformTurn } from './outbox.queries.js';
import type { RunnerNumber } from './runner-number.js';
import { RunnerPresence } from './runner-presence.js';
import { type DueJobs, type LeaseStart, type LocalRunner, Wake } from './wake.js';

/** Limits of jobs that only use the database, and how many transactions perform them at a time. */
const internalLimits = { concurrency: 64, minFree: 16 };
const maxTransactions = 12;
/** Limits of jobs that call external services: a provider that hangs must not delay internal jobs. */
const externalLimits = { concurrency: 32, minFree: 4, perCompany: 8 };
const renewMs = 3_000;
const idleMs = 1000;

/**
 * Claims due jobs from PostgreSQL and performs them. A row is leased, not removed, while it is performed: a killed
 * process loses its leases, but never a job. This class decides when jobs are claimed and started, {@link JobClaims}
 * and {@link JobExecution} how.
 */
@Injectable()
export class Runner implements LocalRunner, OnApplicationBootstrap, OnModuleDestroy, BeforeApplicationShutdown {
  private readonly logger = new Logger('Jobs');
  private readonly running = new Set<Promise<void>>();
  private readonly internal = new JobSlots(false, internalLimits);
  private readonly external = new JobSlots(true, externalLimits);
  private timer: NodeJS.Timeout | undefined;
  private renewal: NodeJS.Timeout | undefined;
  private looking: Promise<void> | undefined;
  /** Claimed internal jobs that wait for a free transaction. */
  private readonly waiting: ClaimedJob[] = [];
  private transactions = 0;
  /** Groups of sequential jobs, one batch of which is being performed. */
  private readonly busy = new Set<string>();
  private stopping = false;

  constructor(
    private readonly db: Db,
    private readonly handlerDiscovery: HandlerDiscovery,
    private readonly wake: Wake,
    private readonly config: AppConfig,
    private readonly presence: RunnerPresence,
    private readonly claims: JobClaims,
    private readonly execution: JobExecution,
  ) {}

  onApplicationBootstrap(): void {
    for (const { metadata, call } of this.handlerDiscovery.find<HandlerMetadata>(JOB_HANDLER)) {
      this.register(metadata.jobName, metadata.options, call as unknown as Handler['perform']);
    }
    const orphan = [...allJobs.keys()].find((name) => !this.execution.handlerOf(name));
    if (orphan) throw new Error(`The job ${orphan} has no handler`);
    this.wake.runner = this;
    this.renewal = setInterval(() => void this.claims.renew(), renewMs);
    this.presence.start({ changed: () => void this.claims.renew(), ended: (numbers) => this.endLeases(numbers) });
    if (this.startsOwnOnly) return;
    this.wake.onSignal((due) => this.signalled(due));
    this.timer = setInterval(() => void this.look(), idleMs);
  }

  /** Adds a handler for a name, such as that of a listener. @throws when the job already has a handler */
  register(name: string, options: JobOptions, perform: Handler['perform']): void {
    this.execution.register(name, { options, perform });
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping = true;
    this.execution.stop();
    clearInterval(this.timer);
    await this.claimed();
    await this.claims.ignoreNextLoss();
    await this.allEnded();
  }

  /** Waits again: transactions that were committed in the meantime may have started jobs. */
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
      // a running look may have begun before the last job was stored, whose time is rounded up to the next millisecond
      await Promise.all([this.looking, wait(1)]);
      await this.look();
      await this.claimed();
      if (this.running.size > 0 || this.internal.claiming || this.external.claiming) continue;
      const rest = this.execution.retryAt - Date.now();
      if (rest <= 0) return;
      await wait(rest);
    }
  }

  get number(): RunnerNumber | undefined {
    return this.claims.number;
  }

  mayStart(name: string, companyId: number | null): boolean {
    if (this.stopping || (this.startsOwnOnly && !this.execution.handlerOf(name)?.options.inWeb)) return false;
    return this.external.mayStart(companyId ?? platformTurn);
  }

  startStored(job: ClaimedJob, start: LeaseStart): void {
    this.external.start([], [job]);
    this.claims.add([job], start);
    // the job starts only after the answer of the request that stored it
    const starting = immediate().then(() => {
      this.running.delete(starting);
      this.start([job]);
    });
    this.running.add(starting);
  }

  /** Whether the process claims no jobs, but starts only those that it stores itself. */
  private get startsOwnOnly(): boolean {
    return this.config.role === 'web';
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

  /** Finds jobs without a signal: those that became due, and those of other processes. */
  private look(): Promise<void> {
    this.looking ??= this.addDueCompanies()
      .catch((error: unknown) => this.logger.error(`Cannot look for jobs: ${String(error)}`))
      .finally(() => {
        this.looking = undefined;
      });
    return this.looking;
  }

  private async addDueCompanies(): Promise<void> {
    if (this.stopping) return;
    const companies = await this.db.platformRows(companiesWithDueJobs);
    for (const { external, companyId } of companies) {
      for (const each of [this.internal, this.external]) each.markAllFollowed(companyId);
      this.slotsOf(external).addCompany(companyId);
    }
    for (const slots of [this.internal, this.external]) this.claimWhenFree(slots);
  }

  private claimWhenFree(slots: JobSlots): void {
    if (slots.claiming || !slots.mayClaim || this.stopping) return;
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
    // signals that arrive at the same moment share a claim
    await immediate();
    const next = slots.nextTurns();
    const [platform, companies] = [next.filter(isPlatform), next.filter((turn) => !isPlatform(turn))];
    for (const turns of [companies, platform]) {
      if (turns.length === 0 || this.stopping) continue;
      const jobs = await this.claims.claim(slots.external, turns);
      slots.start(turns, jobs);
      if (slots.external) for (const job of jobs) this.start([job]);
      else this.waiting.push(...jobs);
      this.startWaiting();
    }
  }

  private startWaiting(): void {
    while (this.transactions < maxTransactions) {
      const first = this.waiting.find((job) => !this.busy.has(groupOf(job)));
      if (!first) return;
      const { batch = 1, sequential = false } = this.execution.handlerOf(first.name)?.options ?? {};
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
    const run = this.execution.performAll(jobs).finally(() => {
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
      // the next job of the ordering key belongs to another process, which could not claim it before
      if (orderingKey !== null) this.wake.signal({ companyId, external: true, orderingKeys: [] });
      return;
    }
    // the next job of the ordering key may be internal or external
    if (orderingKey !== null && job.isFollowed)
      for (const slots of [this.internal, this.external]) slots.addCompany(companyId ?? platformTurn);
  }

  /** Ends the leases of killed processes, so that their jobs are due again. */
  private async endLeases(numbers: readonly number[]): Promise<void> {
    if ((await this.claims.endLeases(numbers)) === 0) return;
    if (this.startsOwnOnly) this.wake.signal({ companyId: null, external: true, orderingKeys: [] });
    else await this.look();
  }
}

/** Jobs with the same key may share a transaction. */
const groupOf = ({ companyId, name }: ClaimedJob): string => `${companyId} ${name}`;
const isPlatform = ({ id }: ClaimTurn): boolean => id === platformTurn;
