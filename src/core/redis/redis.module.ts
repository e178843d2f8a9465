import { type DynamicModule, Module } from '@nestjs/common';
import type { AppConfig } from '../config/config.js';
import { Limits } from './limits.js';
import { RedisProbe } from './redis.probe.js';
import { RedisLinks } from './redis-links.js';

@Module({})
export class RedisModule {
  static forRoot({ redisUrl }: AppConfig): DynamicModule {
    return {
      module: RedisModule,
      global: true,
      providers: [RedisLinks, Limits, ...(redisUrl === null ? [] : [RedisProbe])],
      exports: [RedisLinks, Limits],
    };
  }
}
