import { Injectable } from '@nestjs/common';
import { Db } from '../database/db.js';
import { Every } from './cron.js';
import { type RetentionRule, removeExpired } from './sweeper.queries.js';

/** Removes expired rows, a bounded number each minute. */
@Injectable()
export class Sweeper {
  private readonly rules: RetentionRule[] = [];

  constructor(private readonly db: Db) {}

  addRetentionRule(rule: RetentionRule): void {
    this.rules.push(rule);
  }

  @Every(60)
  async sweep(): Promise<void> {
    for (const rule of this.rules) await this.db.run(removeExpired(rule));
  }
}
