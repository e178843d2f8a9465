import 'reflect-metadata';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import passport from 'passport';
import { createApp } from '../../src/app.js';
import { IntegrationStrategy, JwtStrategy } from '../../src/core/access/strategies.js';
import { AppConfig } from '../../src/core/config/config.js';
import { Context } from '../../src/core/context.js';
import { Db } from '../../src/core/database/db.js';
import { roleUrls } from '../../src/core/database/prepare-database.js';
import { Events } from '../../src/core/events/events.js';
import { Runner } from '../../src/core/jobs/runner.js';
import { AppLogger } from '../../src/core/observability/app-logger.js';
import { ensureSuper } from '../../src/demo/ensure-super.js';
import { SessionCache } from '../../src/modules/people/auth/sessions/session-cache.js';
import { answerCheck } from './answers.js';
import { bodyOf, Client } from './client.js';
import { cloneDatabase, type TestDatabase } from './database.js';
import { ownAddress } from './free-port.js';
import { openResources } from './open-resources.js';
import { reachablePorts } from './reachable-ports.js';
import { recordRoutes } from './routes.js';
import { encryptionKey, jwtSecret, superLogin } from './test-config.js';

/** The real application on a port and a database of its own. */
export interface TestApp {
  readonly url: string;
  /** Another one after a restart. */
  readonly nest: NestFastifyApplication;
  readonly config: AppConfig;
  /** Throws where an answer is not what the OpenAPI document says of its route. */
  readonly check: ReturnType<typeof answerCheck>;
  readonly database: TestDatabase;
  /** The platform's super-administrator, signed in. */
  readonly platform: Client;
  /** Of a shared application: ids of the companies that `world` made for this spec file. */
  readonly companies?: number[];
  /** A client that is not signed in. */
  visitor(): Client;
  /** Runs `fn` in a unit of work of a company, as jobs do. */
  as<T>(companyId: number, fn: (db: Db) => Promise<T>): Promise<T>;
  /** Resolves when every job that is due is done and every event was sent to the sockets. */
  settled(): Promise<void>;
  /** Stops the server and starts it again at the same address on the same database; `away` runs in between. */
  restart(away?: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

/**
 * The application that the spec files of a worker share, at an address that pages can be loaded from. Its database holds
 * the companies of other files too. Call it at the top level of a spec file: it closes after the tests what they opened.
 */
export async function sharedApp(): Promise<TestApp> {
  openResources.app ??= sharedVariables().then((variables) => startApp(variables));
  const app = await openResources.app;
  // process-wide state of Node belongs to the application that was created last
  passport.use('jwt', app.nest.get(JwtStrategy, { strict: false }));
  passport.use('integration', app.nest.get(IntegrationStrategy, { strict: false }));
  app.nest.useLogger(new AppLogger(app.config));
  const restart = () =>
    Promise.reject(new Error('A shared application is not restarted: startApp makes one of your own'));
  const people = await visitors(app);
  const companies: number[] = [];
  afterAll(async () => {
    await people.close();
    // what still waits for its time would run, and fail, during the tests of later files
    await app.settled();
    const waiting = 'delete from outbox_jobs where company_id = any($1) and leased_until is null';
    await app.database.query(waiting, [companies]);
  });
  return { ...app, ...people, restart, companies };
}

/** An address of its own, simulators that it may call, and limits that the requests of many files stay below. */
async function sharedVariables(): Promise<Record<string, string>> {
  const { graph, servers } = await reachablePorts();
  return {
    ...(await ownAddress()),
    GRAPH_API_URL: `http://127.0.0.1:${graph}/v24.0`,
    OUTBOUND_ALLOW: servers.map((port) => `127.0.0.1:${port}`).join(','),
  };
}

/**
 * Starts an application of its own; `overrides` are environment variables, `beforehand` prepares its database, which is one
 * on the server of all tests unless `given`.
 */
export async function startApp(
  overrides: Readonly<Record<string, string>> = {},
  beforehand?: (database: TestDatabase) => Promise<void>,
  given?: TestDatabase,
): Promise<TestApp> {
  const clone = given ?? (await cloneDatabase());
  await beforehand?.(clone);
  // no event tells of what a test changes by a statement
  const query: TestDatabase['query'] = (text, params) =>
    clone.query<never>(text, params).finally(() => nest.get(SessionCache, { strict: false }).drop());
  const database = { ...clone, query };
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
    PASSWORD_MEMORY: '1024',
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
  const check = answerCheck({ nest, config });
  const people = await visitors({ url, config, check });
  return {
    url,
    get nest() {
      return nest;
    },
    config,
    check,
    database,
    platform: people.platform,
    visitor: people.visitor,
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
      await people.close();
      // Chromium keeps connections on which it has sent nothing yet; the server would wait for them
      const server = nest.getHttpServer();
      const disconnecting = setInterval(() => server.closeAllConnections(), 1000);
      await nest.close().finally(() => clearInterval(disconnecting));
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Clients of an application that are closed together. */
async function visitors({
  url,
  config,
  check,
}: Pick<TestApp, 'url' | 'config' | 'check'>): Promise<Pick<TestApp, 'visitor' | 'platform' | 'close'>> {
  const clients = new Set<Client>();
  const visitor = (): Client => {
    const client = new Client(url, check);
    clients.add(client);
    return client;
  };
  const platform = visitor();
  if (config.adminEmail !== null) bodyOf(await platform.signIn(superLogin.email, superLogin.password));
  return {
    visitor,
    platform,
    close: async () => {
      for (const client of clients) client.close();
    },
  };
}
