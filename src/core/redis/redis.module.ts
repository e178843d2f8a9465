import { type DynamicModule, Module } from '@nestjs/common';
import type { AppConfig } from '../config/config.js';
import { RateLimits } from './rate-limiter.js';
import { RedisProbe } from './redis.probe.js';
import { RedisConnections } from './redis-connections.js';

@Module({})
export class RedisModule {
  static forRoot({ redisUrl }: AppConfig): DynamicModule {
    return {
      module: RedisModule,
      global: true,
      providers: [RedisConnections, RateLimits, ...(redisUrl === null ? [] : [RedisProbe])],
      exports: [RedisConnections, RateLimits],
    };
  }
}
