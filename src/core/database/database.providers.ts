import { MikroORM, type Options } from '@mikro-orm/postgresql';
import { Injectable, type OnApplicationShutdown, type Provider } from '@nestjs/common';
import { HealthProbe } from '../observability/health.js';
import { DatabaseRole } from './database-role.js';
import { AppRole, Db, PLATFORM_URL, PlatformRole } from './db.js';
import type { RoleUrls } from './prepare-database.js';
import { REPLICA, ReplicaProbe } from './reports-db.js';

@Injectable()
export class DatabaseProbe extends HealthProbe {
  readonly name = 'database';

  constructor(private readonly db: Db) {
    super();
  }

  async check(): Promise<void> {
    await this.db.ping();
  }
}

/** In milliseconds. A process that stops in the middle of a transaction must not keep its locks. */
const timeouts = {
  statement_timeout: 30_000,
  idle_in_transaction_session_timeout: 20_000,
  // of the client, for a network that loses packets: longer than any answer may take
  query_timeout: 40_000,
  keepAlive: true,
};

/**
 * PostgreSQL plans with old statistics. A table that was just empty (the outbox, most of the time) would be read whole
 * while thousands of rows arrive; every hot statement has an index (test/contracts/plans.spec.ts). The others are not worth
 * compiling, nor workers of their own, whose start takes longer than most statements.
 */
const plannerSettings = '-c enable_seqscan=off -c jit=off -c max_parallel_workers_per_gather=0';
/** Times are read as they are written in UTC ({@link PreparedClient}). */
const timeZone = '-c timezone=UTC';

const poolSizes = { app: 16, platform: 6, replica: 8 };

/** In the last phase of the shutdown, when everything that uses the pools has drained. */
@Injectable()
class RolesShutdown implements OnApplicationShutdown {
  constructor(
    private readonly app: AppRole,
    private readonly platform: PlatformRole,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.app.close(), this.platform.close()]);
  }
}

/**
 * Connections as the two fenced roles; the owner's are opened by {@link prepareDatabase} only.
 * @param orm the entities, and how MikroORM works with them
 * @param replicaUrl of the role of companies on a replica, if there is one
 */
export function databaseProviders(urls: RoleUrls, orm: Options, replicaUrl: string | null): Provider[] {
  const options = (max: number) => ({ min: 1, max, ...timeouts, options: `${plannerSettings} ${timeZone}` });
  return [
    { provide: MikroORM, useFactory: () => MikroORM.init(orm) },
    { provide: AppRole, useFactory: () => new AppRole(urls.app, options(poolSizes.app)) },
    { provide: PlatformRole, useFactory: () => new PlatformRole(urls.platform, options(poolSizes.platform)) },
    { provide: PLATFORM_URL, useValue: urls.platform },
    {
      provide: REPLICA,
      useFactory: () => (replicaUrl === null ? null : new DatabaseRole(replicaUrl, options(poolSizes.replica))),
    },
    ...(replicaUrl === null ? [] : [ReplicaProbe]),
    DatabaseProbe,
    RolesShutdown,
  ];
}
