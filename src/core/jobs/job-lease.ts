import type { Statement } from '../database/statements.js';
import type { RunnerNumber } from './runner-number.js';

/** A process that does not renew the lease of its job for so long has lost it. */
export const leaseSeconds = 10;

/** The lease of a job while this process performs it. */
export class JobLease {
  private readonly statements: (() => Statement | undefined)[] = [];

  /**
   * @param confirmedAt when the statement that leased the job was sent, by `performance.now()`
   * @param number the lease carries it; undefined: the lease can only run out
   */
  constructor(
    private confirmedAt: number,
    private readonly number?: Pick<RunnerNumber, 'isSeen'>,
  ) {}

  /**
   * Check right before a call that must not happen twice, of rows whose own leases only run out. Reads the clock, as timers
   * are late after a pause of the process; a tenth early, so that work has stopped before another process begins.
   */
  isHeld(): boolean {
    return performance.now() - this.confirmedAt < leaseSeconds * 900;
  }

  /** As {@link isHeld}, and no other process can have ended it: of what {@link JobRun.isAbandoned} makes another one send. */
  isExclusive(): boolean {
    return this.isHeld() && (this.number?.isSeen() ?? true);
  }

  /** Leases of rows that the handler works on are extended with the job's. */
  alsoRenew(statement: () => Statement | undefined): void {
    this.statements.push(statement);
  }

  get toRenew(): readonly Statement[] {
    return this.statements.flatMap((statement) => statement() ?? []);
  }

  /** A statement of that time has extended it. */
  renewed(since: number): void {
    if (this.isHeld()) this.confirmedAt = since;
  }
}
