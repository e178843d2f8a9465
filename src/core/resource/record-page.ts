import type {
  EntityProperty,
  FilterQuery,
  QBFilterQuery,
  QueryOrderMap,
  RawQueryFragment,
} from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { BaseEntity } from '../database/base.entity.js';
import type { Db } from '../database/db.js';
import type { Resource } from './define-resource.js';
import { invalidQuery } from './list-query.js';
import { boundedCount, countLimit, type ListQuery, type Page } from './page.js';

type Listed<E extends BaseEntity> = Pick<Resource<E>, 'entity' | 'sort' | 'thenBy'>;

/** One page of the rows that match; all are counted, but no further than {@link countLimit}. */
export async function readPage<E extends BaseEntity>(
  db: Db,
  resource: Listed<E>,
  where: FilterQuery<E>,
  query: ListQuery,
  columns: readonly RawQueryFragment[] = [],
): Promise<Page<E>> {
  const { offset, limit } = query;
  const { properties } = db.em.getMetadata().get(resource.entity);
  assertComparable(properties, query.filter);
  const matching = () =>
    db.em.createQueryBuilder(resource.entity, 't').where({ $and: [where, query.filter] } as QBFilterQuery<E>);
  const found = await matching()
    .select(['*', ...columns] as '*'[])
    .orderBy(orderOf(resource, properties, query))
    .limit(limit + 1)
    .offset(offset)
    .execute<E[]>('all');
  const page = { rows: found.slice(0, limit), hasMore: found.length > limit };
  // the last page needs no statement to be counted
  if (found.length > 0 && !page.hasMore) return { ...page, count: offset + found.length };
  const bounded = matching()
    .select('id')
    .limit(countLimit + 1);
  const row = await db.row<{ count: number }>(
    sql`select count(*) as count from (${sql.raw(bounded.getFormattedQuery())}) x`,
  );
  return { ...page, ...boundedCount(row?.count ?? 0) };
}

/** PostgreSQL compares a column with values of its own kind only. */
function assertComparable(columns: Record<string, EntityProperty>, filter: ListQuery['filter']): void {
  for (const [name, value] of Object.entries(filter)) {
    const type = columns[name]?.runtimeType;
    const fits = (item: unknown): boolean => item === null || typeof item === (type === 'Date' ? 'string' : type);
    if (![value].flat().every(fits)) invalidQuery('filter');
  }
}

/** The asked order, made total by the id; a column that only the answer has cannot be sorted by. */
function orderOf<E extends BaseEntity>(
  { sort, thenBy }: Listed<E>,
  columns: Record<string, EntityProperty>,
  { sort: { field, order } }: ListQuery,
): QueryOrderMap<E>[] {
  if (!(field in columns)) invalidQuery('sort');
  const second = thenBy && field === sort[0] ? [typeof thenBy === 'string' ? ([thenBy, order] as const) : thenBy] : [];
  const orders = new Map<string, string>([[field, order], ...second]);
  return [...new Map([...orders, ['id', orders.get('id') ?? order]])].map(([name, each]) => ({
    [name]: each,
  })) as unknown as QueryOrderMap<E>[];
}
