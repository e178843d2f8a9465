import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createApp } from './app.js';
import { banner } from './banner.js';
import type { AppConfig } from './core/config/config.js';
import { connectDatabase } from './core/database/connect-database.js';
import { ensureSuper } from './demo/ensure-super.js';
import { importDemoLeads } from './demo/import-demo-leads.js';
import { seedDemo } from './demo/seed.js';

const idleMs = 100;

/** Starts everything; resolves when the port is open. A signal drains: running jobs, then sockets and requests, the database last. */
export async function bootstrap(config: AppConfig): Promise<void> {
  const database = await connectDatabase(config, { exclusive: true });
  let app: NestFastifyApplication | undefined;
  try {
    app = await createApp(config, database.urls);
    await ensureSuper(app, config);
    if (config.demo) {
      await seedDemo(app);
      await importDemoLeads(database.ownerUrl);
    }
    await app.listen({ port: config.port, host: config.host });
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
    // a keep-alive connection with repeated health checks would delay the stop for ever
    const idle = setInterval(() => server.listening || server.closeIdleConnections(), idleMs);
    try {
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
