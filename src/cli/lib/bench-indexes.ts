import type { Client } from 'pg';

/** From so many rows on, an index made afterwards costs less than one kept up to date. */
const worthwhile = 500_000;

/**
 * Loads that many messages without the plain indexes of their table and makes these again, in the current transaction;
 * those of constraints stay. Only the owner of a table may.
 */
export async function withoutIndexes(client: Client, messages: number, load: () => Promise<void>): Promise<void> {
  const found = await client.query<{ name: string; sql: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as sql
     from pg_index i join pg_class t on t.oid = i.indrelid and t.relname = 'messages' and pg_has_role(t.relowner, 'usage')
     where not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
  );
  const indexes = messages < worthwhile ? [] : found.rows;
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  await load();
  if (indexes.length > 0) await client.query("set local maintenance_work_mem = '1GB'");
  for (const { sql } of indexes) await client.query(sql);
}
