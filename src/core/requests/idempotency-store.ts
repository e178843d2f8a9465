import { Global, Injectable, Module } from '@nestjs/common';
import { sql } from 'kysely';
import { Context } from '../context.js';
import { Db } from '../database/db.js';

/** What requests with an Idempotency-Key were answered. */
@Injectable()
export class IdempotencyStore {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
  ) {}

  /** Forgets all answers of the company: any may name the person who asked for it. The keys stay used. */
  async clearResponses(): Promise<void> {
    await this.db.run(sql`update idempotency_keys set answer = null where company_id = ${this.context.companyId}`);
  }
}

@Global()
@Module({ providers: [IdempotencyStore], exports: [IdempotencyStore] })
export class IdempotencyModule {}
