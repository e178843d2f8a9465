import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Db } from '../database/db.js';
import type { Condition } from '../database/statements.js';
import { Every } from './cron.js';

/** Rows that expire; the module that owns the table adds it. */
export interface RetentionRule {
  readonly table: string;
  /** The expired rows. */
  readonly where: Condition;
}

const batch = 5_000;

/** Removes expired rows, a bounded number each minute. */
@Injectable()
export class Sweeper {
  private readonly retentions: RetentionRule[] = [];

  constructor(private readonly db: Db) {}

  addRetentionRule(retention: RetentionRule): void {
    this.retentions.push(retention);
  }

  @Every(60)
  async sweep(): Promise<void> {
    for (const { table, where } of this.retentions) {
      await this.db.run(
        sql`delete from ${sql.table(table)} where id in (select id from ${sql.table(table)} where ${where} limit ${sql.lit(batch)})`,
      );
    }
  }
}
