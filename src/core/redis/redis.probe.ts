import { Injectable } from '@nestjs/common';
import { HealthProbe } from '../observability/health.js';
import { RedisLinks } from './redis-links.js';

/** Shows Redis beside the database; without it the process works on, so it is never a reason to give it no work. */
@Injectable()
export class RedisProbe extends HealthProbe {
  readonly name = 'redis';
  override readonly vital = false;

  constructor(private readonly links: RedisLinks) {
    super();
  }

  async check(): Promise<void> {
    if (!this.links.usable) throw new Error('Redis does not answer');
  }
}
