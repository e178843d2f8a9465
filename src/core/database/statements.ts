import {
  type CompiledQuery,
  type Expression,
  type QueryExecutorProvider,
  type QueryResult,
  type RawBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import type { ClientBase } from 'pg';
import { wrapDatabaseErrors } from '../errors/database-errors.js';
import type { DatabaseRole } from './database-role.js';
import { statementBuilder } from './kysely-with.js';
import { madeRows } from './made-rows.js';
import type { PreparedQuery } from './prepared-client.js';

/**
 * What {@link Db} runs: a template of Kysely's `sql`, whose values become `$1`, `$2`, …, or a query of {@link tables}.
 * @example db.rows(sql<{ id: number }>`select id from tags where company_id = ${companyId} and id = any(${ids})`)
 */
export interface Statement<T = unknown> {
  compile(compiler: QueryExecutorProvider): CompiledQuery<T>;
}

/** A where-clause, or a part of one. */
export type Condition = Expression<SqlBool>;

/** Joins one or more conditions with `and`. */
export const allOf = (conditions: readonly Condition[]): Condition => sql.join(conditions, sql` and `);

/*
 * PostgreSQL keeps the plan of a statement with one value, but plans one with a list anew at each run, which takes
 * longer than running it. Most lists of a request or a job have one element.
 */

/** The column is equal to one of the values. */
export const among = (column: string, values: readonly unknown[], type = 'bigint'): Condition =>
  values.length === 1
    ? sql`${sql.ref(column)} = ${values[0]}`
    : sql`${sql.ref(column)} = any(${values}${sql.raw(`::${type}[]`)})`;

/**
 * Rows made from lists of the same length, with their `position` from 1.
 * @example sql`select t.id from ${listed('g', { id: ['bigint', ids] })} join tags t on t.id = g.id order by g.position`
 */
export function listed(
  alias: string,
  columns: Readonly<Record<string, readonly [type: string, values: readonly unknown[]]>>,
): RawBuilder<unknown> {
  const names = sql.join([...Object.keys(columns), 'position'].map((name) => sql.ref(name)));
  const lists = Object.values(columns);
  const typed = (value: unknown, type: string): RawBuilder<unknown> => sql`${value}${sql.raw(`::${type}`)}`;
  const isOne = lists[0]?.[1].length === 1;
  const rows = isOne
    ? sql`(values (${sql.join(lists.map(([type, [value]]) => typed(value ?? null, type)))}, 1::bigint))`
    : sql`unnest(${sql.join(lists.map(([type, values]) => typed(values, `${type}[]`)))}) with ordinality`;
  return sql`${rows} ${sql.ref(alias)} (${names})`;
}

/** Leaves out an offset of 0: a parameter makes PostgreSQL plan anew each time, which takes as long as running it. */
export const offsetBy = (offset: number): RawBuilder<unknown> => (offset === 0 ? sql`` : sql`offset ${offset}`);

/**
 * The first instant of a day by the clock of a zone. Where clocks are put back at midnight, midnight occurs twice and
 * Postgres would choose the second; the second before midnight is unique.
 */
export const startOfDay = (day: RawBuilder<unknown>, zone: RawBuilder<unknown>): RawBuilder<string> =>
  sql`(((${day})::timestamp - interval '1 second') at time zone ${zone} + interval '1 second')`;

/** A date from a day (YYYY-MM-DD), or from a moment (ISO 8601) by the clock of the zone. */
export const dayIn = (text: string | null, zone: RawBuilder<unknown>): RawBuilder<string> =>
  text?.includes('T') ? sql`(${text}::timestamptz at time zone ${zone})::date` : sql`${text}::date`;

export interface Query {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  /** The plan is not kept: the statement is planned at each run. */
  readonly planned?: 'each-time';
}

const plannedAnew = new WeakSet<object>();

/** Use it for lists of fast-growing tables: a plan made for the empty table would be kept, and read the whole table. */
export const planEachTime = <T>(statement: Statement<T>): Statement<T> => ({
  compile: (compiler) => {
    const compiled = statement.compile(compiler);
    plannedAnew.add(compiled);
    return compiled;
  },
});

/** Keeps values out of the text, so that the connection keeps the plan ({@link PreparedClient}), unlike MikroORM. */
export function compileStatement(statement: Statement): Query {
  const compiled = statement.compile(statementBuilder);
  const { sql: query, parameters } = compiled;
  return {
    sql: query,
    parameters: parameters.map(parameter),
    ...(plannedAnew.has(compiled) ? { planned: 'each-time' } : {}),
  };
}

const writing = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

export async function runQuery<T>(
  client: ClientBase,
  { sql: text, parameters, planned }: Query,
): Promise<QueryResult<T>> {
  const query: PreparedQuery = { text, values: [...parameters], rowMode: 'array', ...(planned ? { planned } : {}) };
  const { command, rowCount, rows, fields } = await client.query(query);
  return {
    rows: madeRows<T>(fields, rows),
    ...(writing.has(command) ? { numAffectedRows: BigInt(rowCount ?? 0) } : {}),
  };
}

/** Runs one statement without a transaction, on any connection of the pool. */
export function executeStatement<T>(role: DatabaseRole, statement: Statement<T>): Promise<QueryResult<T>> {
  const run = async (): Promise<QueryResult<T>> => {
    const query = compileStatement(statement);
    role.onStatement?.(query.sql);
    const client = await role.pool.connect();
    try {
      return await runQuery<T>(client, query);
    } finally {
      client.release();
    }
  };
  return wrapDatabaseErrors(run());
}

/** Writes arrays as PostgreSQL literals: the driver would write one with objects as an array of JSON. */
function parameter(value: unknown): unknown {
  if (Array.isArray(value)) return `{${value.map(element).join(',')}}`;
  return value instanceof Date ? value.toISOString() : value;
}

function element(item: unknown): string {
  if (item === null) return 'NULL';
  return typeof item === 'number' ? String(item) : `"${String(item).replace(/["\\]/g, '\\$&')}"`;
}
