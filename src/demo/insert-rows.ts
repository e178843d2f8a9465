import type { Db } from '../core/database/db.js';

/** A row by the names of its columns. */
export type Row = Readonly<Record<string, unknown>>;

/** Ids of rows to come, for rows that point to one another. */
export async function nextIds(db: Db, table: string, count: number): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(
    `select nextval(pg_get_serial_sequence(?, 'id')) as id from generate_series(1, ?::int)`,
    [table, count],
  );
  return rows.map(({ id }) => id);
}

/** Inserts all rows in one statement and answers their ids in the same order; every row has the columns of the first. */
export async function insertRows(db: Db, table: string, rows: readonly Row[]): Promise<number[]> {
  const [first] = rows;
  if (!first) return [];
  const ids = 'id' in first ? rows.map(({ id }) => Number(id)) : await nextIds(db, table, rows.length);
  const columns = [...new Set(['id', ...Object.keys(first)])].map((name) => `"${name}"`).join(', ');
  await db.run(
    `insert into "${table}" (${columns}) select ${columns} from jsonb_populate_recordset(null::"${table}", ?::jsonb)`,
    [JSON.stringify(rows.map((row, index) => ({ ...row, id: ids[index] })))],
  );
  return ids;
}
