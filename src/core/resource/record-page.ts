import type { EntityProperty } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import type { BaseEntity } from '../database/base.entity.js';
import type { Db } from '../database/db.js';
import type { Resource } from './define-resource.js';
import { invalidQuery } from './list-query.js';
import { countLimit, type ListQuery, type Page, pageOf } from './page.js';
import { type Computed, type Order, RecordTable, type Stored } from './record-table.js';

type Listed<E extends BaseEntity> = Pick<Resource<E>, 'entity' | 'sort' | 'thenBy'>;

/**
 * One page of the matching rows; they are counted up to {@link countLimit}.
 * @param computed what else the rows may be sorted by
 */
export async function readPage<E extends BaseEntity>(
  db: Db,
  resource: Listed<E>,
  where: object,
  query: ListQuery,
  columns: readonly RawBuilder<unknown>[] = [],
  computed: Computed = {},
): Promise<Page<Stored<E>>> {
  const { offset, limit } = query;
  const table = new RecordTable(db, resource.entity, computed);
  assertComparable(table.properties, query.filter);
  const orders = ordersOf(resource, { ...table.properties, ...computed }, query);
  const matching = sql`${table.from} where ${table.condition({ $and: [where, query.filter] })}`;
  const counted = sql<{ matching: number }>`
    select count(*) as matching from (select 1 ${matching} limit ${sql.lit(countLimit + 1)}) x`;
  // the limits are part of the text, so that the planner knows them when it makes the plan that is kept
  const read = await db.rows(sql<Stored<E> & { matching: number }>`
    select ${sql.join([table.columns(), ...columns])}, (${counted}) as matching ${matching} ${table.orderBy(orders)}
    limit ${sql.lit(limit + 1)} ${offset > 0 ? sql`offset ${offset}` : sql``}`);
  const row = read[0] ?? (offset > 0 ? await db.row(counted) : undefined);
  return pageOf(read, query, row?.matching ?? 0);
}

/** Refuses filters of another type than the column, which PostgreSQL could not compare. */
function assertComparable(columns: Readonly<Record<string, EntityProperty>>, filter: ListQuery['filter']): void {
  for (const [name, value] of Object.entries(filter)) {
    const type = columns[name]?.runtimeType;
    const fits = (item: unknown): boolean => item === null || typeof item === (type === 'Date' ? 'string' : type);
    if (![value].flat().every(fits)) invalidQuery('filter');
  }
}

/** The requested order, with the id as the last key; columns that only exist in the answer cannot be sorted by. */
function ordersOf<E extends BaseEntity>(
  { sort, thenBy }: Listed<E>,
  columns: Readonly<Record<string, unknown>>,
  { sort: { field, order } }: ListQuery,
): Order[] {
  if (!(field in columns)) invalidQuery('sort');
  const second: Order[] =
    thenBy && field === sort[0] ? [typeof thenBy === 'string' ? [thenBy, order] : (thenBy as Order)] : [];
  const orders = new Map<string, Order[1]>([[field, order], ...second]);
  return [...new Map([...orders, ['id', orders.get('id') ?? order]])];
}
