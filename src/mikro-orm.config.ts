import { readdirSync } from 'node:fs';
import { dirname, join, parse } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ReflectMetadataProvider } from '@mikro-orm/decorators/legacy';
import { type Migration, Migrator } from '@mikro-orm/migrations';
import { defineConfig, MikroORM } from '@mikro-orm/postgresql';
import { statementBuilder } from './core/database/kysely-with.js';
import { addressOf, type Migrations } from './core/database/prepare-database.js';
import { PreparedClient } from './core/database/prepared-client.js';
import { companySetting } from './core/database/tenant.entity.js';
import { entities } from './entities.js';
// who migrates a database also checks its key, by the secrets of all modules
import './secret-columns.js';

const migrationsFolder = join(dirname(fileURLToPath(import.meta.url)), '..', 'migrations');

const migrationFiles = (): string[] =>
  readdirSync(migrationsFolder)
    .filter((file) => /\.[jt]s$/.test(file))
    .toSorted();

type MigrationFile = Readonly<Record<string, new (...args: ConstructorParameters<typeof Migration>) => Migration>>;

/** Every migration by its name: MikroORM would take the path of a folder for a pattern. */
async function loadMigrations() {
  const loaded = migrationFiles().map(async (file) => {
    const exported = (await import(pathToFileURL(join(migrationsFolder, file)).href)) as MigrationFile;
    return Object.values(exported).map((migration) => ({ name: parse(file).name, class: migration }));
  });
  return (await Promise.all(loaded)).flat();
}

/** Of the application, the command line and the tests. */
const common = {
  entities,
  metadataProvider: ReflectMetadataProvider,
  sessionContext: 'transaction' as const,
  extensions: [Migrator],
  migrations: {
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
export const ownerConfig = async (clientUrl: string) =>
  defineConfig({
    ...common,
    migrations: { ...common.migrations, migrationsList: await loadMigrations() },
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
    names: names ?? migrationFiles().map((file) => parse(file).name),
    async up() {
      const orm = await MikroORM.init(await ownerConfig(ownerUrl));
      try {
        await orm.migrator.up(names && { migrations: [...names] });
      } finally {
        await orm.close(true);
      }
    },
  };
}
