import { BullModule } from '@nestjs/bull';
import type { DynamicModule, Type } from '@nestjs/common';
import { RedisConnections } from '../redis/redis-connections.js';
import { BullWake, wakeQueue } from './bull-wake.js';
import { Wake } from './wake.js';

/** The module with the queue that wakes other processes. */
export function bullWakeModule(module: Type): DynamicModule {
  return {
    module,
    global: true,
    imports: [
      BullModule.registerQueueAsync({
        name: wakeQueue,
        inject: [RedisConnections],
        useFactory: (redis: RedisConnections) => ({
          prefix: redis.namespace,
          skipVersionCheck: true,
          // its commands go with everybody's, what blocks has a connection of its own
          createClient: (kind: 'client' | 'subscriber' | 'bclient') =>
            (kind === 'client' ? redis.commands : undefined) ?? redis.open(wakeQueue),
          // nothing is delayed; after a failure it listens again within a second
          settings: { retryProcessDelay: 1000, guardInterval: 60_000 },
        }),
      }),
    ],
    providers: [{ provide: Wake, useClass: BullWake }],
    exports: [Wake],
  };
}
