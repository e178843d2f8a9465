import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Context } from '../../core/context.js';
import { Db } from '../../core/database/db.js';

/** Keeps everybody else from opening, closing or continuing conversations of some contacts until the transaction ends. */
@Injectable()
export class ContactTicketLocks {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
  ) {}

  /** The keys are those of an inbound message, one per contact and connection, taken in one order by everybody. */
  async lock(...contactIds: readonly number[]): Promise<void> {
    await this.db.rows(
      sql`select pg_advisory_xact_lock(hashtextextended(concat_ws(':', 'conversation', k.company_id, k.contact_id,
       k.id), 0))
       from (select w.company_id, w.id, c.contact_id from connections w cross
         join unnest(${contactIds}::bigint[]) c (contact_id)
         where w.company_id = ${this.context.companyId} order by c.contact_id, w.id) k`,
    );
  }
}
