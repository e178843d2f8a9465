import type { Context } from '../context.js';
import { isDatabaseUnavailable } from '../errors/database-errors.js';

interface PendingItem<T, R> {
  readonly item: T;
  readonly resolve: (answer: R) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Loads the first item at once, and items of the same key that arrive meanwhile in one batch, in order. A single item
 * does not wait, and a burst needs fewer statements.
 */
export class BatchLoader<T, R> {
  private readonly waiting = new Map<number, PendingItem<T, R>[]>();

  constructor(
    private readonly context: Context,
    /** Returns one result per item, in order. It runs outside of a unit of work; it fails for all items or for none. */
    private readonly perform: (key: number, items: readonly T[]) => Promise<readonly R[]>,
    /** The weight limit of a batch, see {@link weigh}; a single item may weigh more. */
    private readonly maxBatchWeight: number,
    private readonly weigh: (item: T) => number = () => 1,
  ) {}

  /** @throws the item's own error: items of a failed batch are retried alone, unless the database is unavailable */
  load(key: number, item: T): Promise<R> {
    return new Promise((resolve, reject) => {
      const pending = { item, resolve, reject };
      const waiting = this.waiting.get(key);
      if (waiting) {
        waiting.push(pending);
        return;
      }
      const first = [pending];
      this.waiting.set(key, first);
      void this.context.run({}, () => this.drain(key, first));
    });
  }

  private async drain(key: number, waiting: PendingItem<T, R>[]): Promise<void> {
    while (waiting.length > 0) await this.performBatch(key, waiting.splice(0, this.countThatFits(waiting)));
    // this must happen in the same tick, or an item added now would never be loaded
    this.waiting.delete(key);
  }

  private countThatFits(waiting: readonly PendingItem<T, R>[]): number {
    let weight = 0;
    const beyond = waiting.findIndex(({ item }) => {
      weight += this.weigh(item);
      return weight > this.maxBatchWeight;
    });
    return beyond === -1 ? waiting.length : Math.max(1, beyond);
  }

  private async performBatch(key: number, batch: readonly PendingItem<T, R>[]): Promise<void> {
    try {
      const items = batch.map(({ item }) => item);
      const answers = await this.perform(key, items);
      for (const [index, { resolve }] of batch.entries()) resolve(answers[index] as R);
    } catch (error) {
      if (batch.length === 1 || isDatabaseUnavailable(error)) for (const { reject } of batch) reject(error);
      else for (const one of batch) await this.performBatch(key, [one]);
    }
  }
}
