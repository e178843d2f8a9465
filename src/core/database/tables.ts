import type { Opt, SnakeCase } from '@mikro-orm/postgresql';
import type { ColumnType, Kysely } from 'kysely';
import { statementBuilder } from './kysely-with.js';

type Plain<V> = V extends Opt<infer P> ? P : V;
/** The type of a column; the driver returns timestamps as text. */
type Column<V> = V extends Date ? ColumnType<string, never, Date | string> : Plain<V>;
/** The columns of an entity, by their names in the database. */
type Columns<E> = {
  [K in keyof E as K extends string ? SnakeCase<K> : never]: Column<E[K]>;
};
type Builder<E> = Pick<
  Kysely<{ [Table in keyof E]: Columns<E[Table]> }>,
  'selectFrom' | 'updateTable' | 'deleteFrom' | 'with'
>;

/**
 * Kysely's statement builder over the named tables, typed by their entities, for {@link Db} to run. Insert rows by
 * entities, many at once by `` sql`insert … from unnest` ``.
 * @example db.rows(tables<{ tags: Tag }>().selectFrom('tags').select(['id', 'name']).where('company_id', '=', companyId))
 */
export const tables = <E extends object>(): Builder<E> => statementBuilder as unknown as Builder<E>;
