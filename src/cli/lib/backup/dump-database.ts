import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { withConnection } from '../../../core/database/prepare-database.js';
import { CliError } from '../run-command.js';
import { type Manifest, type SequenceValue, type TableChecksum, tableFile } from './manifest.js';
import { writeStream } from './streams.js';
import { executedMigrations, quoteIdentifiers, readableTables, sequenceNames } from './tables.js';

type DatabasePart = Pick<Manifest, 'migrations' | 'postgresVersion' | 'sequences' | 'tables'>;

/**
 * Writes a snapshot of every table, in one transaction that blocks no other. `keysFile` receives the media keys in its rows.
 */
export async function dumpDatabase(
  urls: { readonly owner: string; readonly platform: string },
  dir: string,
  keysFile: string,
): Promise<DatabasePart> {
  return withPlatform(urls.platform, async (client) => {
    // a managed server may have timeouts
    await client.query('set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0');
    await client.query(
      "set client_encoding = 'UTF8'; set datestyle = 'ISO'; set timezone = 'UTC'; set extra_float_digits = 1",
    );
    await client.query('begin isolation level repeatable read read only');
    const moment = await client.query<{ snapshot: string; version: string }>(
      "select pg_export_snapshot() as snapshot, current_setting('server_version') as version",
    );
    const { snapshot = '', version: postgresVersion = '' } = moment.rows[0] ?? {};
    const migrations = await migrationsAt(urls.owner, snapshot);
    const shapes = await readableTables(client);
    if (shapes.length > 0)
      await client.query(`lock table ${quoteIdentifiers(shapes.map(({ name }) => name))} in access share mode`);
    const tables: TableChecksum[] = [];
    for (const { name, columns } of shapes) {
      const rows = client.query(copyTo(`copy ${quoteIdentifiers([name])} (${quoteIdentifiers(columns)}) to stdout`));
      tables.push({ name, columns, ...(await writeStream(rows, tableFile(dir, name), true)) });
    }
    await writeStream(client.query(copyTo(await mediaKeysSql(client))), keysFile, false);
    const sequences = await sequenceValues(client);
    await client.query('commit');
    return { migrations, postgresVersion, sequences, tables };
  });
}

/** Only the owner may read the migrations; with the same snapshot. */
function migrationsAt(ownerUrl: string, snapshot: string): Promise<string[]> {
  return withConnection(ownerUrl, async (owner) => {
    await owner.query('begin isolation level repeatable read read only');
    await owner.query(`set transaction snapshot '${snapshot}'`);
    const migrations = await executedMigrations(owner);
    await owner.query('commit');
    return migrations ?? [];
  });
}

async function withPlatform<T>(url: string, fn: (client: pg.Client) => Promise<T>): Promise<T> {
  try {
    return await withConnection(url, fn);
  } catch (error) {
    if (['28P01', '28000'].includes((error as { code?: string }).code ?? ''))
      throw new CliError(
        'The platform role cannot sign in: ENCRYPTION_KEY is not the one that the server runs with, or it never ran here.',
      );
    throw error;
  }
}

/** By convention columns of these names contain storage keys. */
async function mediaKeysSql(client: pg.ClientBase): Promise<string> {
  const found = await client.query<{ table: string; column: string }>(
    `select table_name as "table", column_name as "column" from information_schema.columns
     where table_schema = 'public' and column_name ~ '(^|_)media_key$'`,
  );
  const parts = found.rows.map(
    ({ table, column }) =>
      `select ${quoteIdentifiers([column])} from ${quoteIdentifiers([table])} where ${quoteIdentifiers([column])} is not null`,
  );
  return `copy (${parts.length > 0 ? parts.join(' union ') : 'select where false'}) to stdout`;
}

/** Sequences are not transactional: read after the rows, they are never behind them. */
async function sequenceValues(client: pg.ClientBase): Promise<SequenceValue[]> {
  const values: SequenceValue[] = [];
  for (const name of await sequenceNames(client)) {
    const found = await client.query<{ value: string; called: boolean }>(
      `select last_value::text as value, is_called as called from ${quoteIdentifiers([name])}`,
    );
    values.push({ name, value: found.rows[0]?.value ?? '1', called: found.rows[0]?.called ?? false });
  }
  return values;
}
