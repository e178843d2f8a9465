/** Limits how many calls run at a time, in order; for work that uses a whole processor or much memory. */
export class ConcurrencyLimiter {
  private running = 0;
  private readonly queue: (() => void)[] = [];

  constructor(private readonly concurrency: number) {}

  /** How many calls wait for a slot. */
  get waiting(): number {
    return this.queue.length;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= this.concurrency) await new Promise<void>((resolve) => this.queue.push(resolve));
    else this.running += 1;
    try {
      return await work();
    } finally {
      // the slot passes to the next waiting call
      const next = this.queue.shift();
      if (next) next();
      else this.running -= 1;
    }
  }
}
