import { globSync } from 'node:fs';
import { dirname, join, parse } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ReflectMetadataProvider } from '@mikro-orm/decorators/legacy';
import { Migrator, TSMigrationGenerator } from '@mikro-orm/migrations';
import { defineConfig, MikroORM } from '@mikro-orm/postgresql';
import { statementBuilder } from './core/database/kysely-with.js';
import { addressOf, type Migrations } from './core/database/prepare-database.js';
import { PreparedClient } from './core/database/prepared-client.js';
import { companySetting } from './core/database/tenant.entity.js';
import { entities } from './entities.js';

const migrationsFolder = join(dirname(fileURLToPath(import.meta.url)), '..', 'migrations');

/** Of the application, the command line and the tests. */
const common = {
  entities,
  metadataProvider: ReflectMetadataProvider,
  sessionContext: 'transaction' as const,
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
  logger: () => undefined,
};

/** Without connections: `Db` gives each entity manager the one of its transaction, whose role sees what it may. */
export const appConfig = () =>
  defineConfig({ ...common, dbName: 'atende', driverOptions: statementBuilder, ensureDatabase: false });

/** The owner's, for migrations. Forced row security holds for it too: it works for a company that does not exist. */
export const ownerConfig = (clientUrl: string) =>
  defineConfig({
    ...common,
    clientUrl,
    pool: { min: 0, max: 2, idleTimeoutMillis: 30_000 },
    driverOptions: {
      // MikroORM alone would not see what it says of TLS
      connectionString: addressOf(clientUrl).href,
      connectionTimeoutMillis: 5_000,
      application_name: 'atende',
      Client: PreparedClient,
      options: `-c ${companySetting}=0`,
    },
  });

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
