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

/** Claims jobs for this process, and renews their leases until they end. */
@Injectable()
export class JobClaims {
  private readonly logger = new Logger('Jobs');
  /** The jobs of this process, with their leases. */
  private readonly leases = new Map<ClaimedJob, JobLease>();
  /** Whether a running claim may return a suspect ({@link suspectAfter}). */
  private claimingSuspect = false;

  constructor(
    private readonly db: Db,
    private readonly presence: RunnerPresence,
    private readonly metrics: Metrics,
  ) {}

  /** The number that the leases of this process carry. */
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
      // the leased jobs must be known before another claim checks whether one of them is a suspect
      this.add(jobs, start);
      return jobs;
    } finally {
      if (maySuspect) this.claimingSuspect = false;
    }
  }

  /** Adds jobs whose lease began with a statement sent at `start`. */
  add(jobs: readonly ClaimedJob[], { since, number }: LeaseStart): void {
    for (const job of jobs) this.leases.set(job, new JobLease(since, number));
    // while these jobs were leased, the process may have lost its number, which was then removed from the other leases
    if (number && number !== this.number) void this.renew();
  }

  leaseOf(job: ClaimedJob): JobLease | undefined {
    return this.leases.get(job);
  }

  /** Call it when the job has ended, so that its lease is no longer renewed. */
  remove(job: ClaimedJob): void {
    this.leases.delete(job);
  }

  /** Renews all leases, so that long jobs (a large file, a slow provider) stay leased as long as this process lives. */
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

  /** Called when the process stops: if it is then killed before its jobs end, that does not count as a lost start. */
  async ignoreNextLoss(): Promise<void> {
    const jobs = [...this.leases.keys()];
    if (jobs.length === 0) return;
    await this.db
      .platformRows(ignoreNextLoss(jobs))
      .catch((error: unknown) =>
        this.logger.warn({ msg: 'running jobs not marked at the stop', reason: String(error) }),
      );
  }

  /** Ends the leases of killed processes. @returns how many jobs had one */
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
