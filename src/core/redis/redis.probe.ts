import { Injectable } from '@nestjs/common';
import { HealthProbe } from '../observability/health.js';
import { RedisConnections } from './redis-connections.js';

/** Not critical: the process works without Redis. */
@Injectable()
export class RedisProbe extends HealthProbe {
  readonly name = 'redis';
  override readonly critical = false;

  constructor(private readonly links: RedisConnections) {
    super();
  }

  async check(): Promise<void> {
    if (!this.links.available) throw new Error('Redis does not answer');
  }
}
