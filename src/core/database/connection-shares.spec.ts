import { setTimeout as wait } from 'node:timers/promises';
import { ConnectionShares } from './connection-shares.js';

/** Takes connections until one has to wait. */
async function takeAll(shares: ConnectionShares, companyId: number, wanted = 16): Promise<number> {
  let taken = 0;
  for (let index = 0; index < wanted; index += 1)
    void shares.take(companyId).then(
      () => (taken += 1),
      () => undefined,
    );
  await wait(1);
  return taken;
}

test('a company leaves as many connections free as it has', async () => {
  const shares = new ConnectionShares(16, 1_000);
  const taken = [];
  for (const company of [1, 2, 3, 4, 5]) taken.push(await takeAll(shares, company));
  expect(taken).toEqual([8, 4, 2, 1, 1]);
  // the shares admit a sixth company, whose connection is waited for in the pool
  expect(await takeAll(shares, 6, 1)).toBe(1);
});

test('what is given back goes to the next one that waits and may have it', async () => {
  const shares = new ConnectionShares(4, 1_000);
  await Promise.all([shares.take(1), shares.take(1)]);
  const order: string[] = [];
  const third = shares.take(1).then(() => order.push('third'));
  const fourth = shares.take(1).then(() => order.push('fourth'));
  await wait(1);
  expect(order).toEqual([]);
  shares.give(1);
  await third;
  shares.give(1);
  await fourth;
  expect(order).toEqual(['third', 'fourth']);
});

test('who waits too long is refused, and takes nothing', async () => {
  const shares = new ConnectionShares(2, 20);
  await shares.take(1);
  await expect(shares.take(1)).rejects.toThrow('timeout exceeded when trying to connect');
  shares.give(1);
  await shares.take(1);
  await shares.take(2);
});
