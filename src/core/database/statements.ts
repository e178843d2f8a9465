import type { MikroORM } from '@mikro-orm/postgresql';
import { CompiledQuery, type Kysely, type QueryResult } from 'kysely';
import { ofDatabase } from '../errors/database-errors.js';

/** Distinct texts are few; those beyond are numbered anew at every run. */
const mostTexts = 5_000;

/** The pool of the ORM. */
export async function clientOf(orm: MikroORM): Promise<Kysely<unknown>> {
  const connection = orm.em.getConnection();
  await connection.ensureConnection();
  return connection.getClient<unknown>();
}

/**
 * Parameters travel apart from the text, so that the connection can keep its plan ({@link PreparedClient}); the ORM's own
 * `execute` would write them into it.
 */
export async function execute<T>(
  orm: MikroORM,
  transaction: Kysely<unknown> | undefined,
  statement: string,
  params: readonly unknown[],
): Promise<QueryResult<T>> {
  orm.config.getLogger().logQuery({ level: 'info', query: statement, params, namespace: 'query' });
  const text = params.length === 0 ? statement : numbered(statement);
  const run = async (): Promise<QueryResult<T>> =>
    (transaction ?? (await clientOf(orm))).executeQuery<T>(CompiledQuery.raw(text, params.map(parameter)));
  return ofDatabase(run());
}

const texts = new Map<string, string>();

/** Literals, quoted names, comments and texts between dollars; what is left of `?` is a parameter. */
const parts = /'[^']*'|"[^"]*"|--[^\n]*|\/\*[\s\S]*?\*\/|\$(\w*)\$[\s\S]*?\$\1\$|\?/g;

/** The text with `$1`, `$2`, … for its question marks; none of our statements with parameters has one as an operator. */
function numbered(statement: string): string {
  const known = texts.get(statement);
  if (known) return known;
  let count = 0;
  const text = statement.replace(parts, (part) => (part === '?' ? `$${++count}` : part));
  if (texts.size < mostTexts) texts.set(statement, text);
  return text;
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
