import { Injectable, type OnModuleInit } from '@nestjs/common';
import { sql } from 'kysely';
import { Context } from '../context.js';
import { Db } from '../database/db.js';
import { Sweeper } from '../jobs/sweeper.js';

/** The stored responses of requests with an Idempotency-Key. */
@Injectable()
export class IdempotencyStore implements OnModuleInit {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly sweeper: Sweeper,
  ) {}

  onModuleInit(): void {
    this.sweeper.addRetentionRule({
      table: 'idempotency_keys',
      where: sql`created_at < now() - interval '24 hours'`,
    });
  }

  /** Erases the responses of the company: any may contain the person that is erased. The keys stay used. */
  async clearResponses(): Promise<void> {
    await this.db.run(sql`update idempotency_keys set answer = null where company_id = ${this.context.companyId}`);
  }
}
