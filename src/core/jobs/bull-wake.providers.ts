import { BullModule } from '@nestjs/bull';
import { RedisConnections } from '../redis/redis-connections.js';
import { BullWake, wakeQueue } from './bull-wake.js';
import { Wake } from './wake.js';

/** The queue that wakes the runners of other processes. */
export const bullWake = () => ({
  imports: [
    BullModule.registerQueueAsync({
      name: wakeQueue,
      inject: [RedisConnections],
      useFactory: (redis: RedisConnections) => ({
        prefix: redis.namespace,
        skipVersionCheck: true,
        // commands share a connection, blocking reads have their own
        createClient: (kind: 'client' | 'subscriber' | 'bclient') =>
          (kind === 'client' ? redis.commands : undefined) ?? redis.open(wakeQueue),
        // nothing is delayed; after a failure it listens again within a second
        settings: { retryProcessDelay: 1000, guardInterval: 60_000 },
      }),
    }),
  ],
  provider: { provide: Wake, useClass: BullWake },
});
