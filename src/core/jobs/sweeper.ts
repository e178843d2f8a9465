import { Injectable } from '@nestjs/common';
import { Db } from '../database/db.js';
import { Every } from './cron.js';
import { retentionRules } from './retention.js';
import { removeExpired } from './sweeper.queries.js';

/** Removes expired rows, a limited number each minute. */
@Injectable()
export class Sweeper {
  constructor(private readonly db: Db) {}

  @Every(60)
  async sweep(): Promise<void> {
    for (const rule of retentionRules) await this.db.run(removeExpired(rule));
  }
}
