import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import type { AppConfig } from '../../core/config/config.js';
import { ConfigError } from '../../core/config/read-environment.js';
import { assertKey } from '../../core/crypto/key-check.js';
import { findCluster } from '../../core/database/cluster-location.js';
import { roles } from '../../core/database/database-types.js';
import { startEmbeddedPostgres } from '../../core/database/embedded-postgres.js';
import { ensureDatabase, lockDataFolder, withConnection } from '../../core/database/prepare-database.js';
import '../../secret-columns.js';
import { CliError } from './run-command.js';

interface DatabaseUse {
  readonly exclusive?: boolean;
  readonly existing?: boolean;
  readonly otherKey?: boolean;
}

/**
 * Runs `fn` with the URL of the configured database, without changes of roles and schema. With `exclusive` no other process
 * may use it; with `existing` no embedded one is created; with `otherKey` it may have another key than the configuration.
 * A server started here is stopped again, unless it is in use.
 */
export async function withDatabase<T>(
  config: AppConfig,
  { exclusive = false, existing = true, otherKey = false }: DatabaseUse,
  fn: (ownerUrl: string) => Promise<T>,
): Promise<T> {
  const checked = async (ownerUrl: string): Promise<T> => {
    if (!otherKey) await withConnection(ownerUrl, (client) => assertKey(client, config.encryptionKey));
    return fn(ownerUrl);
  };
  if (config.databaseUrl !== null) return checked(config.databaseUrl);
  const dir = join(config.dataDir, 'postgres');
  if (existing && !(await findCluster(dir)))
    throw new CliError(
      `There is no database in ${config.dataDir}: set DATA_DIR or DATABASE_URL as the server has them.`,
    );
  const server = await startEmbeddedPostgres({ dir });
  const ownerUrl = await ensureDatabase(server.url, 'atende');
  const lock = exclusive ? await lockDataFolder(ownerUrl) : undefined;
  try {
    return await checked(ownerUrl);
  } finally {
    await lock?.release();
    if (!server.wasRunning && (await isFree(ownerUrl))) await server.stop();
  }
}

/** Whether no process uses the embedded database. */
async function isFree(ownerUrl: string): Promise<boolean> {
  try {
    await (await lockDataFolder(ownerUrl)).release();
    return true;
  } catch (error) {
    if (error instanceof ConfigError) return false;
    throw error;
  }
}

/** @throws while a server, or another program, is connected */
export async function assertDatabaseUnused(client: pg.ClientBase): Promise<void> {
  let count = 0;
  // connections of a server that has just ended take a moment to close
  for (let tries = 0; tries < 10; tries += 1) {
    if (tries > 0) await setTimeout(200);
    // inside a transaction the view is a snapshot
    await client.query('select pg_stat_clear_snapshot()');
    const found = await client.query<{ count: number }>(
      'select count(*)::int as count from pg_stat_activity where datname = current_database() and usename = any($1)',
      [Object.values(roles)],
    );
    count = found.rows[0]?.count ?? 0;
    if (count === 0) return;
  }
  throw new CliError(`The database is in use (${count} connections of Atende): stop every server first.`);
}
