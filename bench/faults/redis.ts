import { pause } from '../lib/figures.js';
import type { RedisProcess } from '../lib/redis-process.js';
import type { Stage } from '../lib/stage.js';
import type { Fault } from './under-load.js';

/** What may happen to Redis while everybody works: it wakes workers and carries events, and nothing is lost with it. */
export const redisFaults: readonly Fault[] = [
  {
    name: 'restart',
    strike: async (stage) => {
      const redis = of(stage);
      await redis.end('stop');
      await redis.run();
      return Date.now();
    },
  },
  {
    name: 'kill',
    strike: async (stage) => {
      const redis = of(stage);
      await redis.end('kill');
      await pause(10_000);
      await redis.run();
      return Date.now();
    },
  },
  {
    name: 'flush',
    strike: async (stage) => {
      for (let times = 0; times < 5; times += 1) {
        await of(stage).flush();
        await pause(500);
      }
      return Date.now();
    },
  },
  {
    name: 'frozen',
    strike: async (stage) => {
      const thaw = of(stage).freeze();
      await pause(10_000);
      thaw();
      return Date.now();
    },
  },
];

function of({ redis }: Stage): RedisProcess {
  if (!redis) throw new Error('This stage has no Redis');
  return redis;
}
