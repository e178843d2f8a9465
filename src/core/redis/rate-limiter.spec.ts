import { RateLimits } from './rate-limiter.js';
import type { RedisConnections } from './redis-connections.js';

it('keeps a bounded number of counters in memory, and the newest of them', async () => {
  const limit = new RateLimits({ namespace: 'test' } as RedisConnections).create({
    name: 'bounded',
    points: 1,
    seconds: 60,
  });
  for (let index = 0; index < 10_100; index += 1) await limit.penalty(`key ${index}`);
  expect((await limit.penalty('key 0')).consumedPoints).toBe(1);
  expect((await limit.penalty('key 10099')).consumedPoints).toBe(2);
  for (let index = 0; index < 10_100; index += 1) await limit.delete(`key ${index}`);
});
