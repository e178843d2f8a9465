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

/** In milliseconds. A process that hangs in the middle of a transaction must not keep its locks. */
const timeouts = {
  statement_timeout: 30_000,
  idle_in_transaction_session_timeout: 20_000,
  // the client's own timeout, for a network that loses packets: longer than any answer may take
  query_timeout: 40_000,
  keepAlive: true,
};

/**
 * PostgreSQL plans with old statistics: it would read a table that was just empty (usually the outbox) sequentially
 * while thousands of rows arrive. Every frequent statement has an index (test/contracts/plans.spec.ts). JIT and
 * parallel workers are off because they take longer to start than most statements run.
 */
const plannerSettings = '-c enable_seqscan=off -c jit=off -c max_parallel_workers_per_gather=0';
/** The session is in UTC, which {@link PreparedClient} expects when it reads times. */
const timeZone = '-c timezone=UTC';

const poolSizes = { app: 16, platform: 6, replica: 8 };

/** Closes the pools in the last phase of the shutdown, when everything that uses them has ended. */
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
 * Provides the connections of the two restricted roles; only {@link prepareDatabase} opens connections of the owner.
 * @param orm the entities, and the options of MikroORM
 * @param replicaUrl the URL of the company role on a replica, if there is one
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
