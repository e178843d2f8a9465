import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { AppConfig } from '../config/config.js';
import { assertNoInterruptedRotation } from '../config/secrets-file.js';
import { isTransient, wrapDatabaseErrors } from '../errors/database-errors.js';
import { unusedClusters } from './cluster-location.js';
import { type EmbeddedServer, startEmbeddedPostgres } from './embedded-postgres.js';
import {
  ensureDatabase,
  lockDataFolder,
  type Migrations,
  prepareDatabase,
  type RoleUrls,
  roleUrls,
} from './prepare-database.js';

const connectTimeoutMs = 30_000;
const checkMs = 1_000;
const logger = new Logger('Database');

export interface ConnectedDatabase {
  readonly urls: RoleUrls;
  /** The URL of the migrating role. Only the command line uses it; the application never does. */
  readonly ownerUrl: string;
  /** Whether the server was already running, because another process uses it. */
  readonly wasRunning: boolean;
  /** Notes on an embedded server, which are printed at the start. */
  readonly notes: readonly string[];
  /** Stops an embedded server; call it last. */
  stop(): Promise<void>;
}

/** Creates the migrations of the application, which run as the owner of this database. */
type MigrationsOf = (ownerUrl: string) => Migrations;

/**
 * Starts or finds the database, migrates it and returns the URLs of the two roles. With `exclusive` this process locks
 * the embedded database, restarts its server when that ends, and stops it at the end.
 */
export async function connectDatabase(
  config: AppConfig,
  migrationsOf: MigrationsOf,
  { exclusive = false } = {},
): Promise<ConnectedDatabase> {
  const prepare = (ownerUrl: string): Promise<void> => prepared(ownerUrl, config.encryptionKey, migrationsOf);
  if (config.databaseUrl !== null) {
    await prepare(config.databaseUrl);
    return { ...urlsOf(config, config.databaseUrl), wasRunning: true, notes: [], stop: async () => undefined };
  }
  const wanted = join(config.dataDir, 'postgres');
  const server = await startEmbeddedPostgres({ dir: wanted });
  const ownerUrl = await ensureDatabase(server.url, 'atende');
  const held = exclusive ? await superviseServer(server, ownerUrl) : undefined;
  const stop = async (): Promise<void> => {
    await held?.release();
    await server.stop();
  };
  try {
    assertNoInterruptedRotation(config.dataDir);
    await prepare(ownerUrl);
  } catch (error) {
    if (server.wasRunning) await held?.release();
    else await stop();
    throw error;
  }
  return { ...urlsOf(config, ownerUrl), wasRunning: server.wasRunning, notes: await notesOn(server, wanted), stop };
}

const urlsOf = ({ encryptionKey }: AppConfig, ownerUrl: string) => ({
  urls: roleUrls(ownerUrl, encryptionKey),
  ownerUrl,
});

async function notesOn({ dir }: EmbeddedServer, wanted: string): Promise<string[]> {
  const unused = await unusedClusters();
  return [
    ...(dir === wanted ? [] : [`The account "postgres" cannot reach ${wanted}: the database is in ${dir}`]),
    ...unused.map((folder) => `${folder} is the database of a DATA_DIR that is gone; nothing uses it`),
  ];
}

/** Locks the database for this process, and starts its server again when it ends unexpectedly. */
async function superviseServer(server: EmbeddedServer, ownerUrl: string): Promise<{ release(): Promise<void> }> {
  let hold: { release(): Promise<void> } | undefined = await lockDataFolder(ownerUrl);
  let checking = Promise.resolve();
  const check = async (): Promise<void> => {
    try {
      if (await server.restart()) hold = undefined;
      if (hold) return;
      hold = await lockDataFolder(ownerUrl);
      logger.warn({ msg: 'the embedded PostgreSQL had ended and was started again' });
    } catch (error) {
      logger.error({ msg: 'the embedded PostgreSQL has ended and does not start', reason: String(error) });
    }
  };
  const timer = setInterval(() => {
    checking = checking.then(check);
  }, checkMs);
  timer.unref();
  return {
    release: async () => {
      clearInterval(timer);
      await checking;
      await hold?.release();
    },
  };
}

/** Retries while a database is starting or recovering from a crash. A wrong URL only fails after the same time. */
async function prepared(ownerUrl: string, key: Buffer, migrationsOf: MigrationsOf): Promise<void> {
  for (const until = Date.now() + connectTimeoutMs; ; ) {
    try {
      return await wrapDatabaseErrors(prepareDatabase(ownerUrl, key, migrationsOf(ownerUrl)));
    } catch (error) {
      if (!isTransient(error) || Date.now() > until) throw error;
      logger.warn({ msg: 'the database is not there yet', host: new URL(ownerUrl).host, reason: String(error) });
    }
    await wait(1_000);
  }
}
