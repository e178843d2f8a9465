import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { MikroORM } from '@mikro-orm/postgresql';
import { Logger } from '@nestjs/common';
import { ownerConfig } from '../../mikro-orm.config.js';
import type { AppConfig } from '../config/config.js';
import { refuseHalfRotation } from '../config/kept-secrets.js';
import { mayPass, ofDatabase } from '../errors/database-errors.js';
import { type EmbeddedServer, startEmbeddedPostgres } from './embedded.js';
import { ensureDatabase, holdDatabase, prepareDatabase, type RoleUrls, roleUrls } from './prepare.js';

const patienceMs = 30_000;
const logger = new Logger('Database');

export interface ConnectedDatabase {
  readonly urls: RoleUrls;
  /** Who migrated; for the command line only, the application never signs in as the owner. */
  readonly ownerUrl: string;
  /** The server was running already: another process of ours uses it. */
  readonly adopted: boolean;
  /** Stops the server when it is ours; called last of all. */
  stop(): Promise<void>;
}

/**
 * Starts or finds the database, brings it to the newest schema and answers how the fenced roles reach it. With
 * `exclusive` an embedded one is this process's alone, because whoever stops last stops it.
 */
export async function connectDatabase(config: AppConfig, { exclusive = false } = {}): Promise<ConnectedDatabase> {
  let server: EmbeddedServer | undefined;
  let hold: { release(): Promise<void> } | undefined;
  let ownerUrl = config.databaseUrl;
  if (ownerUrl === null) {
    server = await startEmbeddedPostgres({ dir: join(config.dataDir, 'postgres') });
    ownerUrl = await ensureDatabase(server.url, 'atende');
    if (exclusive) hold = await holdDatabase(ownerUrl);
  }
  try {
    if (config.embedded) refuseHalfRotation(config.dataDir);
    await prepared(ownerUrl, config.encryptionKey);
  } catch (error) {
    await hold?.release();
    if (!server?.adopted) await server?.stop();
    throw error;
  }
  return {
    urls: roleUrls(ownerUrl, config.encryptionKey),
    ownerUrl,
    adopted: server?.adopted ?? true,
    stop: async () => {
      await hold?.release();
      await server?.stop();
    },
  };
}

/** Beside a database that is just starting, or recovering from a crash, it waits; a wrong address shows after the same time. */
async function prepared(ownerUrl: string, key: Buffer): Promise<void> {
  for (const until = Date.now() + patienceMs; ; ) {
    const owner = await MikroORM.init(ownerConfig(ownerUrl));
    try {
      return await ofDatabase(prepareDatabase(ownerUrl, key, owner));
    } catch (error) {
      if (!mayPass(error) || Date.now() > until) throw error;
      logger.warn({ msg: 'the database is not there yet', host: new URL(ownerUrl).host, reason: String(error) });
    } finally {
      await owner.close(true);
    }
    await wait(1_000);
  }
}
