import { Injectable } from '@nestjs/common';
import { HealthProbe } from '../observability/health.js';
import { RedisConnections } from './redis-connections.js';

/** Shows Redis beside the database; without it the process works on, so it is never a reason to give it no work. */
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
