import type { Context } from '../context.js';
import { isDatabaseUnavailable } from '../errors/database-errors.js';

interface Asked<T, R> {
  readonly item: T;
  readonly resolve: (answer: R) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Does at once what is asked, and whatever is asked under the same key while that goes on together, in the order it
 * came: nobody waits for company, and a storm costs fewer trips than calls.
 */
export class BatchLoader<T, R> {
  private readonly waiting = new Map<number, Asked<T, R>[]>();

  constructor(
    private readonly context: Context,
    /** Answers for each of the items, in their order. Runs outside of every unit of work; all or nothing. */
    private readonly perform: (key: number, items: readonly T[]) => Promise<readonly R[]>,
    /** Of what {@link weigh} counts, in one go; a single item may weigh more. */
    private readonly maxBatchWeight: number,
    private readonly weigh: (item: T) => number = () => 1,
  ) {}

  /** @throws what its own attempt throws: of several that fail together each is tried alone, unless the database is away. */
  load(key: number, item: T): Promise<R> {
    return new Promise((resolve, reject) => {
      const asked = { item, resolve, reject };
      const waiting = this.waiting.get(key);
      if (waiting) {
        waiting.push(asked);
        return;
      }
      const first = [asked];
      this.waiting.set(key, first);
      void this.context.run({}, () => this.drain(key, first));
    });
  }

  private async drain(key: number, waiting: Asked<T, R>[]): Promise<void> {
    while (waiting.length > 0) await this.performBatch(key, waiting.splice(0, this.countThatFits(waiting)));
    // at once, or who asks now would join those that nobody looks at any more
    this.waiting.delete(key);
  }

  private countThatFits(waiting: readonly Asked<T, R>[]): number {
    let weight = 0;
    const beyond = waiting.findIndex(({ item }) => {
      weight += this.weigh(item);
      return weight > this.maxBatchWeight;
    });
    return beyond === -1 ? waiting.length : Math.max(1, beyond);
  }

  private async performBatch(key: number, asked: readonly Asked<T, R>[]): Promise<void> {
    try {
      const items = asked.map(({ item }) => item);
      const answers = await this.perform(key, items);
      for (const [index, { resolve }] of asked.entries()) resolve(answers[index] as R);
    } catch (error) {
      if (asked.length === 1 || isDatabaseUnavailable(error)) for (const { reject } of asked) reject(error);
      else for (const one of asked) await this.performBatch(key, [one]);
    }
  }
}
