import { BullModule } from '@nestjs/bull';
import { type DynamicModule, Module } from '@nestjs/common';
import type { AppConfig } from '../../config/config.js';
import { RedisLinks } from '../../redis/redis-links.js';
import { LocalWake, Wake } from '../wake.js';
import { BullWake, wakeQueue } from './bull-wake.js';

/** Who wakes the runners: Bull with a REDIS_URL, this process alone without one. */
@Module({})
export class WakeModule {
  static forRoot({ redisUrl }: AppConfig): DynamicModule {
    if (redisUrl === null) {
      const providers = [{ provide: Wake, useClass: LocalWake }];
      return { module: WakeModule, global: true, providers, exports: [Wake] };
    }
    return {
      module: WakeModule,
      global: true,
      imports: [
        BullModule.registerQueueAsync({
          name: wakeQueue,
          inject: [RedisLinks],
          useFactory: (redis: RedisLinks) => ({
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
}
