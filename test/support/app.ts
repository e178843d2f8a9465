import 'reflect-metadata';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createApp } from '../../src/app.js';
import { AppConfig } from '../../src/core/config/config.js';
import { Context } from '../../src/core/context.js';
import { Db } from '../../src/core/database/db.js';
import { roleUrls } from '../../src/core/database/prepare-database.js';
import { Events } from '../../src/core/events/events.js';
import { Runner } from '../../src/core/jobs/runner.js';
import { ensureSuper } from '../../src/demo/ensure-super.js';
import { Client } from './client.js';
import { cloneDatabase, type TestDatabase } from './database.js';
import { recordRoutes } from './routes.js';
import { encryptionKey, jwtSecret, superLogin } from './test-config.js';

/** The real application on a port and a database of its own. */
export interface TestApp {
  readonly url: string;
  /** Another one after a restart. */
  readonly nest: NestFastifyApplication;
  readonly config: AppConfig;
  readonly database: TestDatabase;
  /** The platform's super-administrator, signed in. */
  readonly platform: Client;
  /** Somebody who is not signed in. */
  visitor(): Client;
  /** Runs `fn` inside the fence of a company, as jobs do. */
  as<T>(companyId: number, fn: (db: Db) => Promise<T>): Promise<T>;
  /** Resolves when every job that is due is done and every event was sent to the sockets. */
  settled(): Promise<void>;
  /** Ends the server and starts it again at the same address over the same database; `away` happens in between. */
  restart(away?: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

/** Starts the application; `overrides` are environment variables, `beforehand` prepares its database. */
export async function startApp(
  overrides: Readonly<Record<string, string>> = {},
  beforehand?: (database: TestDatabase) => Promise<void>,
): Promise<TestApp> {
  const database = await cloneDatabase();
  await beforehand?.(database);
  const dataDir = await mkdtemp(join(tmpdir(), 'atende-test-'));
  const config = AppConfig.load({
    NODE_ENV: 'test',
    PUBLIC_URL: 'http://localhost',
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    JWT_SECRET: jwtSecret,
    ENCRYPTION_KEY: encryptionKey.toString('hex'),
    ADMIN_EMAIL: superLogin.email,
    ADMIN_PASSWORD: superLogin.password,
    DEMO: 'off',
    LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'silent',
    ...overrides,
  });
  const stopRecording = recordRoutes();
  const roles = roleUrls(database.url, encryptionKey);
  let nest = await createApp(config, roles).finally(stopRecording);
  await ensureSuper(nest, config);
  await nest.listen({ port: Number(overrides['PORT'] ?? 0), host: '127.0.0.1' });
  const { port } = nest.getHttpServer().address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const clients = new Set<Client>();
  const client = (): Client => {
    const made = new Client(url);
    clients.add(made);
    return made;
  };
  const platform = client();
  await platform.signIn(superLogin.email, superLogin.password);
  return {
    url,
    get nest() {
      return nest;
    },
    config,
    database,
    platform,
    visitor: client,
    as: (companyId, fn) => nest.get(Context).run({}, () => nest.get(Db).runAs(companyId, () => fn(nest.get(Db)))),
    settled: async () => {
      await nest.get(Events).whenIdle();
      await nest.get(Runner).drain();
      await nest.get(Events).whenIdle();
    },
    restart: async (away) => {
      await nest.close();
      await away?.();
      nest = await createApp(config, roles);
      await nest.listen({ port, host: '127.0.0.1' });
    },
    close: async () => {
      for (const each of clients) each.close();
      await nest.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
