import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Db } from '../database/db.js';
import { Every } from './cron.js';
import { retentionRules } from './retention.js';

const batch = 5_000;

/** Removes expired rows, a bounded number each minute. */
@Injectable()
export class Sweeper {
  constructor(private readonly db: Db) {}

  @Every(60)
  async sweep(): Promise<void> {
    for (const { table, where } of retentionRules) {
      await this.db.run(
        sql`delete from ${sql.table(table)} where id in (select id from ${sql.table(table)} where ${where} limit ${sql.lit(batch)})`,
      );
    }
  }
}
