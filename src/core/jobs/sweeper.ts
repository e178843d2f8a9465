import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Db } from '../database/db.js';
import type { Condition } from '../database/statements.js';
import { Metrics } from '../observability/metrics.js';
import { Every } from './cron.js';

/** Rows that only matter for a while, and for how long; each module adds its own by name of table. */
export interface RetentionRule {
  readonly table: string;
  /** A where-clause on rows that may go. */
  readonly where: Condition;
}

const batch = 5_000;

/** Removes what has served its time, a bounded number of rows at a turn. */
@Injectable()
export class Sweeper {
  private readonly retentions: RetentionRule[] = [
    { table: 'idempotency_keys', where: sql`created_at < now() - interval '24 hours'` },
  ];

  constructor(
    private readonly db: Db,
    metrics: Metrics,
  ) {
    metrics.gauge('outbox_jobs_waiting', 'Jobs that wait or are at work', () => this.count(sql`failed_at is null`));
    metrics.gauge('outbox_jobs_failed', 'Jobs that wait for a person', () => this.count(sql`failed_at is not null`));
  }

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

  private async count(where: Condition): Promise<number> {
    const row = await this.db.platformRow<{ count: number }>(
      sql`select count(*) from (select 1 from outbox_jobs where ${where} limit 100000) x`,
    );
    return row?.count ?? 0;
  }
}
