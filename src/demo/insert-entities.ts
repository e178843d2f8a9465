import type { EntityData, EntityName } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { Db } from '../core/database/db.js';

/** The id of what the data names. */
export type Ids = (name: string) => number;

/** Ids for rows that refer to one another. */
export async function reserveIds(db: Db, table: string, count: number): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(
    sql`select nextval(pg_get_serial_sequence(${table}, 'id')) as id from generate_series(1, ${count}::int)`,
  );
  return rows.map(({ id }) => id);
}

/**
 * Columns that are left out get their defaults. Inserts at once: references are plain ids, from which the unit of work
 * knows no order between tables.
 */
export async function insertAll<T extends object>(
  { em }: Db,
  entity: EntityName<T>,
  rows: readonly EntityData<T>[],
): Promise<T[]> {
  const entities = rows.map((row) => em.create(entity, row, { partial: true }));
  await em.persist(entities).flush();
  return entities;
}
