import { type RawBuilder, sql } from 'kysely';
import type { Condition } from '../database/statements.js';

/** Rows that expire; the module that owns the table adds it. */
export interface RetentionRule {
  readonly table: string;
  /** The expired rows. */
  readonly where: Condition;
}

const batch = 5_000;

export const removeExpired = ({ table, where }: RetentionRule): RawBuilder<unknown> =>
  sql`delete from ${sql.table(table)} where id in (select id from ${sql.table(table)} where ${where} limit ${sql.lit(batch)})`;
