/** Limits how many run at a time, in order; for work that takes a processor or much memory. */
export class ConcurrencyLimiter {
  private running = 0;
  private readonly queue: (() => void)[] = [];

  constructor(private readonly concurrency: number) {}

  /** Calls that wait for a slot. */
  get waiting(): number {
    return this.queue.length;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= this.concurrency) await new Promise<void>((resolve) => this.queue.push(resolve));
    else this.running += 1;
    try {
      return await work();
    } finally {
      // the slot passes to the next in line
      const next = this.queue.shift();
      if (next) next();
      else this.running -= 1;
    }
  }
}
