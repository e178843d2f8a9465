import { Injectable, Logger } from '@nestjs/common';
import { Db } from '../database/db.js';
import { Metrics } from '../observability/metrics.js';
import { JobLease } from './job-lease.js';
import {
  type ClaimedJob,
  type ClaimTurn,
  claim,
  endLeases,
  ignoreNextLoss,
  lostReason,
  renew,
  suspectAfter,
} from './outbox.queries.js';
import type { RunnerNumber } from './runner-number.js';
import { RunnerPresence } from './runner-presence.js';
import type { LeaseStart } from './wake.js';

/** Claims jobs for this process and keeps their leases until they have ended. */
@Injectable()
export class JobClaims {
  private readonly logger = new Logger('Jobs');
  /** Jobs of this process, whose leases are renewed. */
  private readonly leases = new Map<ClaimedJob, JobLease>();
  /** A claim that is under way may bring a suspect ({@link suspectAfter}). */
  private claimingSuspect = false;

  constructor(
    private readonly db: Db,
    private readonly presence: RunnerPresence,
    private readonly metrics: Metrics,
  ) {}

  /** Of this process, for leases. */
  get number(): RunnerNumber | undefined {
    return this.presence.current;
  }

  /** Leases the next jobs of these companies, or of the platform. */
  async claim(external: boolean, turns: readonly ClaimTurn[]): Promise<ClaimedJob[]> {
    const start = { since: performance.now(), number: this.number };
    const maySuspect = !this.claimingSuspect && ![...this.leases.keys()].some(isSuspect);
    this.claimingSuspect ||= maySuspect;
    try {
      const found = await this.db.platformRows(claim(external, turns, start.number?.value ?? null, maySuspect));
      for (const { name, id, hasFailed } of found) {
        if (!hasFailed) continue;
        this.logger.error({ msg: 'job failed', job: name, id, reason: lostReason });
        this.metrics.observeJob(name, 'failed', 0);
      }
      const jobs = found.filter(({ isLeased }) => isLeased);
      // before another claim looks for suspects among the leased ones
      this.add(jobs, start);
      return jobs;
    } finally {
      if (maySuspect) this.claimingSuspect = false;
    }
  }

  /** The statement that leased these jobs was sent at `start`. */
  add(jobs: readonly ClaimedJob[], { since, number }: LeaseStart): void {
    for (const job of jobs) this.leases.set(job, new JobLease(since, number));
    // the number may have been lost, and taken off the other leases, while these jobs were being leased
    if (number && number !== this.number) void this.renew();
  }

  leaseOf(job: ClaimedJob): JobLease | undefined {
    return this.leases.get(job);
  }

  /** The job has ended: its lease is no longer renewed. */
  remove(job: ClaimedJob): void {
    this.leases.delete(job);
  }

  /** Jobs that last (a large file, a slow provider) keep their leases as long as this process lives. */
  async renew(): Promise<void> {
    if (this.leases.size === 0) return;
    const leases = [...this.leases.values()];
    const jobs = [...this.leases.keys()];
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

  /** The process stops: should it be killed before its jobs have ended, that is not counted as a start without an end. */
  async ignoreNextLoss(): Promise<void> {
    const jobs = [...this.leases.keys()];
    if (jobs.length === 0) return;
    await this.db
      .platformRows(ignoreNextLoss(jobs))
      .catch((error: unknown) =>
        this.logger.warn({ msg: 'running jobs not marked at the stop', reason: String(error) }),
      );
  }

  /** Ends the leases of processes that were killed. @returns of how many jobs */
  async endLeases(numbers: readonly number[]): Promise<number> {
    try {
      const jobs = await this.db.platformRows(endLeases(numbers));
      this.logger.log({ msg: 'another process has ended', jobs: jobs.length });
      return jobs.length;
    } catch (error) {
      this.logger.warn({ msg: 'leases of a process that has ended not ended', reason: String(error) });
      return 0;
    }
  }
}

const isSuspect = ({ lostStarts }: ClaimedJob): boolean => lostStarts >= suspectAfter;
