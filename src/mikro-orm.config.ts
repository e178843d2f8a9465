import { globSync } from 'node:fs';
import { dirname, join, parse } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ReflectMetadataProvider } from '@mikro-orm/decorators/legacy';
import { Migrator, TSMigrationGenerator } from '@mikro-orm/migrations';
import { defineConfig, MikroORM, type Options } from '@mikro-orm/postgresql';
import pg from 'pg';
import type { Migrations } from './core/database/prepare-database.js';
import { PreparedClient } from './core/database/prepared-client.js';
import { companySetting } from './core/database/tenant.entity.js';
import { entities } from './entities.js';

// ids and counts are bigint in the database and stay far below 2^53
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

const migrationsFolder = join(dirname(fileURLToPath(import.meta.url)), '..', 'migrations');

/** One configuration for the app, the command line and the tests; the connection decides the role. */
export function ormConfig(
  clientUrl: string,
  pool: { min: number; max: number },
  logger: (message: string) => void,
): Options {
  return defineConfig({
    clientUrl,
    entities,
    metadataProvider: ReflectMetadataProvider,
    sessionContext: 'transaction',
    pool: { ...pool, idleTimeoutMillis: 30_000 },
    driverOptions: {
      connectionTimeoutMillis: 5_000,
      application_name: 'atende',
      Client: PreparedClient,
    },
    extensions: [Migrator],
    migrations: {
      path: migrationsFolder,
      generator: TSMigrationGenerator,
      snapshot: false,
      transactional: true,
      // each holds its locks for itself: all of them together deadlock with the requests of processes that are still running
      allOrNothing: false,
    },
    // what `npm run leads:import` makes has no entities
    schemaGenerator: { createForeignKeyConstraints: false, ignoreSchema: ['leads'] },
    forceUtcTimezone: true,
    colors: false,
    logger,
  });
}

/** The owner's, for migrations. Forced row security holds for it too: it works for a company that does not exist. */
export function ownerConfig(clientUrl: string): Options {
  const config = ormConfig(clientUrl, { min: 0, max: 2 }, () => undefined);
  return { ...config, driverOptions: { ...config.driverOptions, options: `-c ${companySetting}=0` } };
}

/** All migrations, or only those of `names`. */
export function migrationsOf(ownerUrl: string, names?: readonly string[]): Migrations {
  return {
    names: names ?? globSync('*.{js,ts}', { cwd: migrationsFolder }).map((file) => parse(file).name),
    async up() {
      const orm = await MikroORM.init(ownerConfig(ownerUrl));
      try {
        await orm.migrator.up(names && { migrations: [...names] });
      } finally {
        await orm.close(true);
      }
    },
  };
}
