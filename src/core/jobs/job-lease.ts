import type { Statement } from '../database/statements.js';

/** A process that does not renew the lease of its job for so long has lost it. */
export const leaseSeconds = 10;

/** The lease of a job while this process performs it. */
export class JobLease {
  private readonly statements: (() => Statement | undefined)[] = [];

  /** @param confirmedAt when the statement that leased the job was sent, by `performance.now()` */
  constructor(private confirmedAt: number) {}

  /**
   * Check right before a call that must not happen twice. Reads the clock, as timers are late after a pause of the process;
   * a tenth early, so that work has stopped before another process begins.
   */
  isHeld(): boolean {
    return performance.now() - this.confirmedAt < leaseSeconds * 900;
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
