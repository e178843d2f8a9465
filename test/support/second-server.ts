import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import pg from 'pg';
import { createApp } from '../../src/app.js';
import { AppConfig } from '../../src/core/config/config.js';
import { type EmbeddedServer, startTemporaryPostgres } from '../../src/core/database/embedded-postgres.js';
import { roleUrls } from '../../src/core/database/prepare-database.js';
import { Client } from './client.js';
import type { TestDatabase } from './database.js';
import { encryptionKey, jwtSecret } from './test-config.js';

/** Another PostgreSQL server, whose databases belong to a role with `createrole` that is no superuser. */
export class SecondServer {
  private constructor(private readonly server: EmbeddedServer) {}

  static async start(): Promise<SecondServer> {
    const server = await startTemporaryPostgres();
    await once(server.url, "create role dono login createrole password 'senha-do-dono'");
    return new SecondServer(server);
  }

  /** An empty database, queried as the superuser, to whom no policy applies. */
  async database(): Promise<TestDatabase> {
    const name = `vazio_${randomBytes(4).toString('hex')}`;
    await once(this.server.url, `create database ${name} owner dono template template0 encoding 'UTF8'`);
    const at = new URL(this.server.url);
    at.pathname = `/${name}`;
    const owner = new URL(at);
    owner.username = 'dono';
    owner.password = 'senha-do-dono';
    const pool = new pg.Pool({ connectionString: at.href, max: 2 });
    pool.on('error', () => undefined);
    return {
      url: owner.href,
      query: async <T extends object>(text: string, params: readonly unknown[] = []) =>
        (await pool.query<T>(text, [...params])).rows,
      drop: async () => {
        await pool.end();
        await once(this.server.url, `drop database ${name} with (force)`);
      },
    };
  }

  stop(): Promise<void> {
    return this.server.stop();
  }
}

async function once(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/** The configuration of a server for that database, with its own data folder. */
export async function configOf(databaseUrl: string, key: Buffer = encryptionKey): Promise<AppConfig> {
  return AppConfig.load({
    NODE_ENV: 'test',
    PUBLIC_URL: 'http://localhost',
    DATA_DIR: await mkdtemp(join(tmpdir(), 'atende-restored-')),
    DATABASE_URL: databaseUrl,
    JWT_SECRET: jwtSecret,
    ENCRYPTION_KEY: key.toString('hex'),
    DEMO: 'off',
    LOG_LEVEL: 'silent',
  });
}

/** A connection with all its secrets. */
export const secretConnection = {
  name: 'Nuvem',
  channel: 'cloudapi',
  facebookUserId: '109876543210',
  facebookUserToken: 'o-token-da-nuvem',
  appSecret: 'o-segredo-do-app',
  metaToken: 'a-palavra-do-webhook',
};

export const removeData = ({ dataDir }: AppConfig): Promise<void> => rm(dataDir, { recursive: true, force: true });

/** The application on an existing database. */
export async function startOn(config: AppConfig): Promise<{ nest: NestFastifyApplication; client: Client }> {
  const nest = await createApp(config, roleUrls(config.databaseUrl ?? '', config.encryptionKey));
  await nest.listen({ port: 0, host: '127.0.0.1' });
  const { port } = nest.getHttpServer().address() as AddressInfo;
  return { nest, client: new Client(`http://127.0.0.1:${port}`) };
}
