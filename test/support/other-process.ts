import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import { createApp } from '../../src/app.js';
import { AppConfig } from '../../src/core/config/config.js';
import { roleUrls } from '../../src/core/database/prepare-database.js';

/** The program that `process.ts` starts: the application on an existing database. */
const config = AppConfig.load(process.env);
const app = await createApp(config, roleUrls(process.env['DATABASE_URL'] ?? '', config.encryptionKey));
await app.listen({ port: 0, host: '127.0.0.1' });
process.once('SIGTERM', () => void app.close().then(() => process.exit(0)));
process.once('disconnect', () => process.exit(0));
process.send?.((app.getHttpServer().address() as AddressInfo).port);
