/** Limits how many run at a time, in order; for work that takes a processor or much memory. */
export class ConcurrencyLimiter {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly atOnce: number) {}

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= this.atOnce) await new Promise<void>((resolve) => this.waiting.push(resolve));
    else this.running += 1;
    try {
      return await work();
    } finally {
      // the slot passes to the next in line
      const next = this.waiting.shift();
      if (next) next();
      else this.running -= 1;
    }
  }
}
