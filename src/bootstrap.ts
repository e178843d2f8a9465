import { flushCompileCache } from 'node:module';
import { setTimeout as delay } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createApp } from './app.js';
import { banner } from './banner.js';
import type { AppConfig } from './core/config/config.js';
import { ConfigError } from './core/config/read-environment.js';
import { connectDatabase } from './core/database/connect-database.js';
import { retryWhileUnavailable } from './core/errors/database-errors.js';
import { Health } from './core/observability/health.js';
import { ensureSuper } from './demo/ensure-super.js';
import { importDemoLeads } from './demo/import-demo-leads.js';
import { seedDemo } from './demo/seed.js';
import { migrationsOf } from './mikro-orm.config.js';
import { warmUp } from './warm-up.js';

const idleMs = 100;
/** How long a stop waits, after the port is closed, for requests that are still running. */
const requestsMs = 20_000;
const logger = new Logger('Database');

const whenAvailable = (work: () => Promise<unknown>): Promise<void> =>
  retryWhileUnavailable(work, (error) =>
    logger.warn({ msg: 'the start waits for the database', reason: String(error) }),
  );

/** @throws ConfigError when the server cannot listen on the address */
async function listen(app: NestFastifyApplication, { port, host }: AppConfig): Promise<void> {
  try {
    await app.listen({ port, host });
  } catch (error) {
    const explained: Readonly<Record<string, string>> = {
      EADDRINUSE: `PORT ${port} is in use by another program: stop it, or set another PORT`,
      EACCES: `PORT ${port} may only be opened by root: set one above 1023, and put a proxy in front`,
      EADDRNOTAVAIL: `HOST ${host} is no address of this machine`,
    };
    const reason = explained[(error as NodeJS.ErrnoException).code ?? ''];
    throw reason ? new ConfigError([reason]) : error;
  }
}

/** Starts everything; resolves when the port is open. A signal ends jobs, sockets and requests, then the database. */
export async function bootstrap(config: AppConfig): Promise<void> {
  const database = await connectDatabase(config, migrationsOf, { exclusive: true });
  let app: NestFastifyApplication | undefined;
  try {
    const running = await createApp(config, database.urls);
    app = running;
    await whenAvailable(() => ensureSuper(running, config));
    if (config.demo) {
      await seedDemo(running);
      await importDemoLeads(database.ownerUrl);
    }
    if (config.role !== 'worker') await whenAvailable(() => warmUp(running));
    // the next start reads this cache, also after a kill; nothing is written unless NODE_COMPILE_CACHE is set
    flushCompileCache();
    await listen(running, config);
  } catch (error) {
    await app?.close();
    await database.stop();
    throw error;
  }
  const running = app;
  let stopping = false;
  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    const server = running.getHttpServer();
    // a keep-alive connection with repeated health checks would otherwise delay the stop for ever
    let closedAt: number | undefined;
    const idle = setInterval(() => {
      if (server.listening) return;
      closedAt ??= Date.now();
      if (Date.now() - closedAt < requestsMs) server.closeIdleConnections();
      else server.closeAllConnections();
    }, idleMs);
    try {
      running.get(Health).stop();
      if (config.role !== 'worker') await delay(config.drainSeconds * 1000);
      await running.close();
    } finally {
      clearInterval(idle);
      await database.stop();
      process.exit(0);
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop());
  banner(config, database.notes);
}
