import { RecentValues } from './recent-values.js';

/** Each read returns the next number. */
function counted(maxAgeMs = 60_000) {
  const recent = new RecentValues<string, number>(maxAgeMs);
  let reads = 0;
  return { recent, get: (key: string) => recent.get(key, async () => ++reads) };
}

test('a value is read once in its time, and again after it was dropped, alone or with all', async () => {
  const { recent, get } = counted();
  expect([await get('a'), await get('a'), await get('b')]).toEqual([1, 1, 2]);
  recent.drop('a');
  expect([await get('a'), await get('b')]).toEqual([3, 2]);
  recent.drop();
  expect([await get('a'), await get('b')]).toEqual([4, 5]);
  const outdated = counted(0);
  expect([await outdated.get('a'), await outdated.get('a')]).toEqual([1, 2]);
});

test('what was read before a change is answered and not kept', async () => {
  const { recent, get } = counted();
  const before = Promise.withResolvers<number>();
  const answer = recent.get('a', () => before.promise);
  recent.drop('a');
  before.resolve(0);
  expect([await answer, await get('a')]).toEqual([0, 1]);
});

test('neither undefined nor a failure is kept', async () => {
  const recent = new RecentValues<string, number | undefined>(1_000);
  expect(await recent.get('a', async () => undefined)).toBeUndefined();
  await expect(recent.get('a', async () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await recent.get('a', async () => 1)).toBe(1);
});
