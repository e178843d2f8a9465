import type { MikroORM } from '@mikro-orm/postgresql';
import { schemaExtras } from './schema-extras.js';

/** Statements that would bring the connected database to what the entities and the extras say; empty when it is there. */
export async function schemaDifference(orm: MikroORM): Promise<string[]> {
  const extras = schemaExtras(orm);
  const known = new Set(extras.map(({ name }) => name));
  const metadata = (await orm.schema.getUpdateSchemaSQL({ wrap: false, safe: false }))
    .split(/;\n/)
    .map((statement) => statement.replace(/;\s*$/, '').trim())
    .filter((statement) => statement !== '' && !dropsExtra(statement, known));
  const present = await orm.em.fork().execute<{ name: string }[]>(
    `select conname as name from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
     union all select indexname from pg_indexes where schemaname = 'public'`,
  );
  const there = new Set(present.map(({ name }) => name));
  const missing = extras.filter(({ name }) => !there.has(name)).map(({ sql }) => sql);
  const foreignKeys = new Set(extras.filter(({ kind }) => kind === 'foreign key').map(({ name }) => name));
  const stale = present
    .filter(({ name }) => name.endsWith('_fk') && !foreignKeys.has(name))
    .map(({ name }) => `-- no entity declares the constraint ${name}`);
  return [...metadata, ...missing, ...stale];
}

/** The generator proposes to drop what metadata does not know. */
function dropsExtra(statement: string, known: ReadonlySet<string>): boolean {
  const dropped = /^(?:drop index|alter table .* drop constraint)(?: if exists)? "?([\w]+)"?/.exec(statement)?.[1];
  return dropped !== undefined && known.has(dropped);
}
