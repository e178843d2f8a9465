import type { MikroORM } from '@mikro-orm/postgresql';
import {
  type CompiledQuery,
  type Expression,
  type Kysely,
  type QueryExecutorProvider,
  type QueryResult,
  type RawBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import { wrapDatabaseErrors } from '../errors/database-errors.js';

/**
 * What {@link Db} runs: a template of Kysely's `sql`, whose values become `$1`, `$2`, …, or a query of {@link tables}.
 * @example db.rows(sql<{ id: number }>`select id from tags where company_id = ${companyId} and id = any(${ids})`)
 */
export interface Statement<T = unknown> {
  compile(compiler: QueryExecutorProvider): CompiledQuery<T>;
}

/** A where-clause, or a part of one. */
export type Condition = Expression<SqlBool>;

/** All of at least one condition. */
export const allOf = (conditions: readonly Condition[]): Condition => sql.join(conditions, sql` and `);

/** A timestamp column as ISO 8601 in UTC, with milliseconds. @example isoTime('t.created_at') */
export const isoTime = (column: string): RawBuilder<string> =>
  sql`to_char(${sql.ref(column)} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** An unknown offset would make PostgreSQL plan the statement anew each time, which takes as long as running it. */
export const offsetBy = (offset: number): RawBuilder<unknown> => (offset === 0 ? sql`` : sql`offset ${offset}`);

/**
 * The first instant of a day by the clock of a zone. Where clocks are put back at midnight the day has two of them, and
 * Postgres would take the second one; the second before has but one.
 */
export const startOfDay = (day: RawBuilder<unknown>, zone: RawBuilder<unknown>): RawBuilder<string> =>
  sql`(((${day})::timestamp - interval '1 second') at time zone ${zone} + interval '1 second')`;

/** The pool of the ORM. */
export async function kyselyOf(orm: MikroORM): Promise<Kysely<unknown>> {
  const connection = orm.em.getConnection();
  await connection.ensureConnection();
  return connection.getClient<unknown>();
}

/** Runs a statement so that the connection keeps its plan ({@link PreparedClient}); `em.execute` would inline the values. */
export function executeStatement<T>(
  orm: MikroORM,
  transaction: Kysely<unknown> | undefined,
  statement: Statement<T>,
): Promise<QueryResult<T>> {
  const run = async (): Promise<QueryResult<T>> => {
    const client = transaction ?? (await kyselyOf(orm));
    const { parameters, ...compiled } = statement.compile(client);
    orm.config.getLogger().logQuery({ level: 'info', query: compiled.sql, params: parameters, namespace: 'query' });
    return client.executeQuery<T>({ ...compiled, parameters: parameters.map(parameter) });
  };
  return wrapDatabaseErrors(run());
}

/** The driver would write an array as JSON where it holds objects; as PostgreSQL's own literal it stays one list. */
function parameter(value: unknown): unknown {
  if (Array.isArray(value)) return `{${value.map(element).join(',')}}`;
  return value instanceof Date ? value.toISOString() : value;
}

function element(item: unknown): string {
  if (item === null) return 'NULL';
  return typeof item === 'number' ? String(item) : `"${String(item).replace(/["\\]/g, '\\$&')}"`;
}
