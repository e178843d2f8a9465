import { Context } from '../context.js';
import { DatabaseFailure } from '../errors/database-errors.js';
import { BatchLoader } from './batch-loader.js';

/** Doubles numbers; the test decides when each call ends. */
class Work {
  constructor(
    private readonly most = 3,
    private readonly weigh: (item: number) => number = () => 1,
  ) {}

  readonly calls: (readonly number[])[] = [];
  private readonly held: (() => void)[] = [];
  readonly gathering = new BatchLoader<number, number>(
    new Context(),
    async (_, items) => {
      this.calls.push(items);
      await new Promise<void>((go) => this.held.push(go));
      if (items.includes(13)) throw new Error('thirteen');
      if (items.includes(99)) throw new DatabaseFailure(Object.assign(new Error('gone'), { code: 'ECONNRESET' }));
      return items.map((item) => item * 2);
    },
    this.most,
    this.weigh,
  );

  async goOn(): Promise<void> {
    this.held.shift()?.();
    await new Promise(setImmediate);
  }
}

const outcomes = async (asked: readonly Promise<number>[]): Promise<unknown[]> =>
  (await Promise.allSettled(asked)).map((each) =>
    each.status === 'fulfilled' ? each.value : (each.reason as Error).message,
  );

test('what is asked meanwhile goes together, in order and no more than allowed; another key waits for nobody', async () => {
  const work = new Work();
  const asked = [1, 2, 3, 4, 5].map((item) => work.gathering.load(1, item));
  const other = work.gathering.load(2, 6);
  expect(work.calls).toEqual([[1], [6]]);
  for (let round = 0; round < 4; round += 1) await work.goOn();
  expect(work.calls).toEqual([[1], [6], [2, 3, 4], [5]]);
  expect(await outcomes([...asked, other])).toEqual([2, 4, 6, 8, 10, 12]);
  const later = work.gathering.load(1, 7);
  await work.goOn();
  expect(await later).toBe(14);
});

test('of those that fail together each is tried alone, but not when the database is away', async () => {
  const work = new Work();
  const asked = [1, 2, 13, 4, 99, 5].map((item) => work.gathering.load(1, item));
  const all = outcomes(asked);
  for (let round = 0; round < 6; round += 1) await work.goOn();
  expect(work.calls).toEqual([[1], [2, 13, 4], [2], [13], [4], [99, 5]]);
  expect(await all).toEqual([2, 4, 'thirteen', 8, 'gone', 'gone']);
});

test('so much goes together as may by its weight, and at least one', async () => {
  const work = new Work(10, (item) => item);
  const asked = [1, 4, 5, 2, 30, 3].map((item) => work.gathering.load(1, item));
  for (let round = 0; round < 5; round += 1) await work.goOn();
  expect(work.calls).toEqual([[1], [4, 5], [2], [30], [3]]);
  expect(await outcomes(asked)).toEqual([2, 8, 10, 4, 60, 6]);
});
