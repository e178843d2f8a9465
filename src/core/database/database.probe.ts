import { Injectable } from '@nestjs/common';
import { HealthProbe } from '../observability/health.js';
import { Db } from './db.js';

@Injectable()
export class DatabaseProbe extends HealthProbe {
  readonly name = 'database';

  constructor(private readonly db: Db) {
    super();
  }

  async check(): Promise<void> {
    await this.db.ping();
  }
}
