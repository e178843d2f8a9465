import type { Statement } from '../database/statements.js';
import type { RunnerNumber } from './runner-number.js';

/** After this time without a renewal a process has lost the lease of its job. */
export const leaseSeconds = 10;

/** The lease of a job while this process performs it. */
export class JobLease {
  private readonly statements: (() => Statement | undefined)[] = [];

  /**
   * @param confirmedAt when the statement that leased the job was sent, by `performance.now()`
   * @param number the number in the lease; without one the lease can only run out
   */
  constructor(
    private confirmedAt: number,
    private readonly number?: Pick<RunnerNumber, 'isSeen'>,
  ) {}

  /**
   * Check it right before a call that must not happen twice, for rows whose own leases only run out. It reads the
   * clock, as timers are late after a pause of the process. It is false a tenth early, before another process begins.
   */
  isHeld(): boolean {
    return performance.now() - this.confirmedAt < leaseSeconds * 900;
  }

  /** Like {@link isHeld}, and no other process can have ended the lease (see {@link JobRun.isAbandoned}). */
  isExclusive(): boolean {
    return this.isHeld() && (this.number?.isSeen() ?? true);
  }

  /** Registers a statement that renews leases of rows, which the handler works on, with that of the job. */
  alsoRenew(statement: () => Statement | undefined): void {
    this.statements.push(statement);
  }

  get toRenew(): readonly Statement[] {
    return this.statements.flatMap((statement) => statement() ?? []);
  }

  /** Call it when a statement sent at `since` has extended the lease. */
  renewed(since: number): void {
    if (this.isHeld()) this.confirmedAt = since;
  }
}
