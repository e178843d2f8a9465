import { join } from 'node:path';
import { MikroORM } from '@mikro-orm/postgresql';
import { ormConfig } from '../../mikro-orm.config.js';
import type { AppConfig } from '../config/config.js';
import { type EmbeddedServer, startEmbeddedPostgres } from './embedded.js';
import { ensureDatabase, prepareDatabase, type RoleUrls, roleUrls } from './prepare.js';

export interface ConnectedDatabase {
  readonly urls: RoleUrls;
  /** Who migrated; for the command line only, the application never signs in as the owner. */
  readonly ownerUrl: string;
  /** The server was running already: another process of ours uses it. */
  readonly adopted: boolean;
  /** Stops the server when it is ours; called last of all. */
  stop(): Promise<void>;
}

/** Starts or finds the database, brings it to the newest schema and answers how the fenced roles reach it. */
export async function connectDatabase(config: AppConfig): Promise<ConnectedDatabase> {
  let server: EmbeddedServer | undefined;
  let ownerUrl = config.databaseUrl;
  if (ownerUrl === null) {
    server = await startEmbeddedPostgres({ dir: join(config.dataDir, 'postgres') });
    ownerUrl = await ensureDatabase(server.url, 'atende');
  }
  try {
    const owner = await MikroORM.init(ormConfig(ownerUrl, { min: 0, max: 2 }, () => undefined));
    try {
      await prepareDatabase(ownerUrl, config.encryptionKey, owner);
    } finally {
      await owner.close(true);
    }
  } catch (error) {
    if (!server?.adopted) await server?.stop();
    throw error;
  }
  return {
    urls: roleUrls(ownerUrl, config.encryptionKey),
    ownerUrl,
    adopted: server?.adopted ?? true,
    stop: async () => server?.stop(),
  };
}
