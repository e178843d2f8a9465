/** A lease, while this process owns it. */
export class HeldLease {
  private readonly controller = new AbortController();
  private readonly ownMs: number;
  private timer: NodeJS.Timeout | undefined;
  private deadline: number;

  /**
   * @param token grows with every change of the owner; compare it to refuse a former owner.
   * @param since when the statement that confirmed the lease was sent, by `performance.now()`.
   */
  constructor(
    readonly name: string,
    readonly token: number,
    ttlMs: number,
    since: number,
    private readonly onEnd: (lease: HeldLease) => void,
  ) {
    // here the lease ends a tenth earlier, so that work has stopped before another process begins
    this.ownMs = ttlMs * 0.9;
    this.deadline = since + this.ownMs;
    this.watch();
  }

  /** Fires when the lease is released or lost, or can no longer be confirmed. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /**
   * Check this before every step. After a pause of the whole process the timer that fires {@link signal} is late,
   * whereas this method reads the clock itself.
   */
  valid(): boolean {
    if (performance.now() >= this.deadline) this.end('it was not renewed in time');
    return !this.signal.aborted;
  }

  /** Extends the lease, which a statement sent at `since` has confirmed in the database. */
  extend(since: number): void {
    if (!this.valid()) return;
    this.deadline = since + this.ownMs;
    this.watch();
  }

  end(reason: string): void {
    if (this.signal.aborted) return;
    clearTimeout(this.timer);
    this.onEnd(this);
    this.controller.abort(new Error(`The lease ${this.name} is over: ${reason}`));
  }

  private watch(): void {
    clearTimeout(this.timer);
    // timers may fire a moment early
    this.timer = setTimeout(() => this.valid(), this.deadline - performance.now() + 2);
  }
}
