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

/** All of at least one condition. */
export const allOf = (conditions: readonly Condition[]): Condition => sql.join(conditions, sql` and `);

/*
 * PostgreSQL keeps the plan of a statement for one value, and plans one for a list of any length anew at each run, which
 * takes longer than running it. Most lists of a request or a job have one element.
 */

/** Equal to one of the values. */
export const among = (column: string, values: readonly unknown[], type = 'bigint'): Condition =>
  values.length === 1
    ? sql`${sql.ref(column)} = ${values[0]}`
    : sql`${sql.ref(column)} = any(${values}${sql.raw(`::${type}[]`)})`;

/**
 * Rows from lists of the same length, beside them their `position` from 1.
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

/** An unknown offset would make PostgreSQL plan the statement anew each time, which takes as long as running it. */
export const offsetBy = (offset: number): RawBuilder<unknown> => (offset === 0 ? sql`` : sql`offset ${offset}`);

/**
 * The first instant of a day by the clock of a zone. Where clocks are put back at midnight the day has two of them, and
 * Postgres would take the second one; the second before has but one.
 */
export const startOfDay = (day: RawBuilder<unknown>, zone: RawBuilder<unknown>): RawBuilder<string> =>
  sql`(((${day})::timestamp - interval '1 second') at time zone ${zone} + interval '1 second')`;

/** A day (YYYY-MM-DD), or the day by the clock of a zone on which a moment (ISO 8601) is. */
export const dayIn = (text: string | null, zone: RawBuilder<unknown>): RawBuilder<string> =>
  text?.includes('T') ? sql`(${text}::timestamptz at time zone ${zone})::date` : sql`${text}::date`;

export interface Query {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  /** Its plan is not kept. */
  readonly planned?: 'each-time';
}

const plannedAnew = new WeakSet<object>();

/** For lists of rows of a table that grows within seconds: a plan from when it was empty would be kept, and read all of it. */
export const planEachTime = <T>(statement: Statement<T>): Statement<T> => ({
  compile: (compiler) => {
    const compiled = statement.compile(compiler);
    plannedAnew.add(compiled);
    return compiled;
  },
});

/** Statements keep their values apart, so that the connection keeps their plan ({@link PreparedClient}); `em.execute` would inline them. */
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

/** Runs one statement on a connection of its own. */
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

/** The driver would write an array as JSON where it holds objects; as PostgreSQL's own literal it stays one list. */
function parameter(value: unknown): unknown {
  if (Array.isArray(value)) return `{${value.map(element).join(',')}}`;
  return value instanceof Date ? value.toISOString() : value;
}

function element(item: unknown): string {
  if (item === null) return 'NULL';
  return typeof item === 'number' ? String(item) : `"${String(item).replace(/["\\]/g, '\\$&')}"`;
}
