import { sql } from 'kysely';
import type { Db } from '../core/database/db.js';

/** A row by the names of its columns. */
export type Row = Readonly<Record<string, unknown>>;

/** Ids of rows to come, for rows that point to one another. */
export async function nextIds(db: Db, table: string, count: number): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(
    sql`select nextval(pg_get_serial_sequence(${table}, 'id')) as id from generate_series(1, ${count}::int)`,
  );
  return rows.map(({ id }) => id);
}

/** Inserts all rows in one statement and answers their ids in the same order; every row has the columns of the first. */
export async function insertRows(db: Db, table: string, rows: readonly Row[]): Promise<number[]> {
  const [first] = rows;
  if (!first) return [];
  const ids = 'id' in first ? rows.map(({ id }) => Number(id)) : await nextIds(db, table, rows.length);
  const columns = sql.join([...new Set(['id', ...Object.keys(first)])].map((name) => sql.ref(name)));
  await db.run(
    sql`insert into ${sql.table(table)} (${columns}) select ${columns}
     from jsonb_populate_recordset(null::${sql.table(table)},
     ${JSON.stringify(rows.map((row, index) => ({ ...row, id: ids[index] })))}::jsonb)`,
  );
  return ids;
}
