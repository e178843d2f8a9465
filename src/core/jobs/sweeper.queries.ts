import { type RawBuilder, sql } from 'kysely';
import type { RetentionRule } from './retention.js';

const batch = 5_000;

export const removeExpired = ({ table, where }: RetentionRule): RawBuilder<unknown> =>
  sql`delete from ${sql.table(table)} where id in (select id from ${sql.table(table)} where ${where} limit ${sql.lit(batch)})`;
