/** A process that has not seen its own number for this time assumes that others may end its leases. */
export const seenMs = 1_500;

/** The number of a process that performs jobs; it is valid while its lock exists, and never used again. */
export class RunnerNumber {
  private seenAt = performance.now();
  private isLost = false;

  constructor(readonly value: number) {}

  /** Whether it is certain that no other process has ended the leases with this number. */
  isSeen(): boolean {
    return !this.isLost && performance.now() - this.seenAt < seenMs;
  }

  /** @param since when the statement that found the number was sent, by `performance.now()` */
  seen(since: number): void {
    this.seenAt = since;
  }

  lose(): void {
    this.isLost = true;
  }
}
