import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { declaredSecretColumns, type SecretCodec } from '../../../core/crypto/secret-columns.js';
import { CliError } from '../run-command.js';
import { assertDatabaseUnused } from '../with-database.js';
import { type Manifest, tableFile } from './manifest.js';
import { readCompressed } from './streams.js';
import { disableForcedRowSecurity, executedMigrations, quoteIdentifiers, tableNames } from './tables.js';

/** @throws CliError when an own table has rows */
export async function assertDatabaseEmpty(client: pg.ClientBase): Promise<void> {
  if ((await executedMigrations(client)) === undefined) return;
  await client.query("begin; set local lock_timeout = '10s'");
  try {
    const tables = await tableNames(client);
    await disableForcedRowSecurity(client, tables);
    await refuseFilled(client, tables);
  } finally {
    await client.query('rollback');
  }
}

async function refuseFilled(client: pg.ClientBase, tables: readonly string[]): Promise<void> {
  for (const name of tables) {
    const found = await client.query(`select 1 from ${quoteIdentifiers([name])} limit 1`);
    if (found.rowCount !== 0)
      throw new CliError(`The database is not empty (table ${name}): a backup is restored into an empty one only.`);
  }
}

/**
 * Fills the empty tables in one transaction of the owner. With `forget`, values of a lost key are erased in it.
 */
export async function loadDatabase(
  client: pg.Client,
  dir: string,
  manifest: Manifest,
  forget: SecretCodec | undefined,
): Promise<void> {
  await client.query('set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0');
  await client.query("set client_encoding = 'UTF8'; set datestyle = 'ISO'; set timezone = 'UTC'");
  await client.query("begin; set local maintenance_work_mem = '256MB'");
  try {
    // a server that starts now waits here, before it changes anything
    await client.query("select pg_advisory_xact_lock(hashtext('atende:prepare'))");
    const tables = await tableNames(client);
    const absent = manifest.tables.find(({ name }) => !tables.includes(name));
    if (absent) throw new CliError(`No migration makes the table ${absent.name} of the backup.`);
    await assertDatabaseUnused(client);
    const fence = await disableForcedRowSecurity(client, tables);
    await refuseFilled(client, tables);
    const rebuild = await withoutIndexes(client, tables);
    const arm = await withoutTriggers(client, tables);
    for (const { name, columns, rows } of manifest.tables) {
      const copy = client.query(copyFrom(`copy ${quoteIdentifiers([name])} (${quoteIdentifiers(columns)}) from stdin`));
      await pipeline(readCompressed(tableFile(dir, name)), copy);
      if (copy.rowCount !== rows) throw new CliError(`Table ${name} took ${copy.rowCount} rows instead of ${rows}.`);
    }
    for (const { name, value, called } of manifest.sequences)
      await client.query('select setval($1::regclass, $2, $3)', [`public.${quoteIdentifiers([name])}`, value, called]);
    await rebuild();
    if (forget) for (const columns of declaredSecretColumns) await columns.erase(client, forget);
    await arm();
    await fence();
    await client.query('commit');
  } catch (error) {
    // the connection may be the reason; then the server rolls back by itself
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
  await client.query('analyze');
}

/**
 * Drops foreign keys and indexes and returns a function that recreates them: building each once is faster than maintaining
 * it for every row, and the order of the tables does not matter.
 */
async function withoutIndexes(client: pg.ClientBase, tables: readonly string[]): Promise<() => Promise<void>> {
  const constraints = await client.query<{ table: string; name: string; definition: string; foreign: boolean }>(
    `select c.relname as "table", k.conname as name, pg_get_constraintdef(k.oid) as definition, k.contype = 'f' as foreign
     from pg_constraint k join pg_class c on c.oid = k.conrelid
     where k.contype in ('f', 'p', 'u', 'x') and k.conparentid = 0 and c.relnamespace = 'public'::regnamespace and c.relname = any($1)
     order by k.contype = 'f' desc, k.oid`,
    [tables],
  );
  const indexes = await client.query<{ name: string; definition: string }>(
    `select i.relname as name, pg_get_indexdef(i.oid) as definition
     from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class c on c.oid = x.indrelid
     where c.relnamespace = 'public'::regnamespace and c.relname = any($1)
       and not exists (select from pg_constraint where conindid = i.oid and contype in ('p', 'u', 'x')) order by i.oid`,
    [tables],
  );
  const { escapeIdentifier: id } = pg;
  for (const { table, name } of constraints.rows)
    await client.query(`alter table ${id(table)} drop constraint ${id(name)}`);
  for (const { name } of indexes.rows) await client.query(`drop index public.${id(name)}`);
  return async () => {
    // foreign keys last: they need the unique indexes
    for (const { table, name, definition } of constraints.rows.filter(({ foreign }) => !foreign))
      await client.query(`alter table ${id(table)} add constraint ${id(name)} ${definition}`);
    for (const { definition } of indexes.rows) await client.query(definition);
    for (const { table, name, definition } of constraints.rows.filter(({ foreign }) => foreign))
      await client.query(`alter table ${id(table)} add constraint ${id(name)} ${definition}`);
  };
}

/** The backup contains what triggers wrote. */
async function withoutTriggers(client: pg.ClientBase, tables: readonly string[]): Promise<() => Promise<void>> {
  const found = await client.query<{ table: string; name: string }>(
    `select c.relname as "table", g.tgname as name from pg_trigger g join pg_class c on c.oid = g.tgrelid
     where not g.tgisinternal and g.tgenabled = 'O' and c.relnamespace = 'public'::regnamespace and c.relname = any($1)`,
    [tables],
  );
  const each = async (word: string): Promise<void> => {
    for (const { table, name } of found.rows)
      await client.query(`alter table ${pg.escapeIdentifier(table)} ${word} trigger ${pg.escapeIdentifier(name)}`);
  };
  await each('disable');
  return () => each('enable');
}
