/** A process that has not seen its own number for so long expects that others may end its leases. */
export const seenMs = 1_500;

/** The number of a process that performs jobs, as long as its lock is held; never used again afterwards. */
export class RunnerNumber {
  private seenAt = performance.now();
  private isLost = false;

  constructor(readonly value: number) {}

  /** No other process can have ended its leases yet. */
  isSeen(): boolean {
    return !this.isLost && performance.now() - this.seenAt < seenMs;
  }

  /** @param since when the statement that proved it was sent, by `performance.now()` */
  seen(since: number): void {
    this.seenAt = since;
  }

  lose(): void {
    this.isLost = true;
  }
}
