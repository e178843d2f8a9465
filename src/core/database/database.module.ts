import { MikroORM } from '@mikro-orm/postgresql';
import { type DynamicModule, Inject, Injectable, Logger, Module, type OnApplicationShutdown } from '@nestjs/common';
import { ormConfig } from '../../mikro-orm.config.js';
import { DatabaseProbe } from './database.probe.js';
import { APP_ORM, Db, PLATFORM_ORM } from './db.js';
import type { RoleUrls } from './prepare-database.js';

/**
 * Milliseconds after which PostgreSQL gives a statement up, and a transaction whose process stands still: what it has
 * locked must not hold up everybody else until somebody notices.
 */
const patience = {
  statement_timeout: 30_000,
  idle_in_transaction_session_timeout: 20_000,
  // ours, for a network that swallows what is said: longer than any answer may take
  query_timeout: 40_000,
  keepAlive: true,
};

/**
 * PostgreSQL plans with what it last counted. Of a table that was just empty (the outbox, most of the time) it would go on
 * reading all rows while thousands come; no hot statement of ours is without an index (test/contracts/plans.spec.ts). What
 * has none is worth no compiling either.
 */
const planning = '-c enable_seqscan=off -c jit=off';

export interface PoolSizes {
  readonly app: number;
  readonly platform: number;
}

/** Closes the pools after everything that uses them has drained. */
@Injectable()
class Closer implements OnApplicationShutdown {
  constructor(
    @Inject(APP_ORM) private readonly app: MikroORM,
    @Inject(PLATFORM_ORM) private readonly platform: MikroORM,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.app.close(true), this.platform.close(true)]);
  }
}

/** Connects as the two fenced roles; the owner is used by {@link prepareDatabase} only. */
@Module({})
export class DatabaseModule {
  static forRoot(urls: RoleUrls, pools: PoolSizes = { app: 16, platform: 6 }): DynamicModule {
    const logger = new Logger('Database');
    const connect = (url: string, max: number) => () => {
      const config = ormConfig(url, { min: 1, max }, (message) => logger.debug(message));
      return MikroORM.init({ ...config, driverOptions: { ...config.driverOptions, ...patience, options: planning } });
    };
    return {
      module: DatabaseModule,
      global: true,
      providers: [
        { provide: APP_ORM, useFactory: connect(urls.app, pools.app) },
        { provide: PLATFORM_ORM, useFactory: connect(urls.platform, pools.platform) },
        Db,
        DatabaseProbe,
        Closer,
      ],
      exports: [Db, APP_ORM, PLATFORM_ORM],
    };
  }
}
