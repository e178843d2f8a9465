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
// preparing a database also checks its key with the secrets of all modules, so their declarations must be loaded
import './secret-columns.js';

const migrationsFolder = join(dirname(fileURLToPath(import.meta.url)), '..', 'migrations');

const migrationFiles = (): string[] =>
  readdirSync(migrationsFolder)
    .filter((file) => /\.[jt]s$/.test(file))
    .toSorted();

type MigrationFile = Readonly<Record<string, new (...args: ConstructorParameters<typeof Migration>) => Migration>>;

/** Loads every migration with its name: MikroORM would read a folder path as a glob pattern. */
async function loadMigrations() {
  const loaded = migrationFiles().map(async (file) => {
    const exported = (await import(pathToFileURL(join(migrationsFolder, file)).href)) as MigrationFile;
    return Object.values(exported).map((migration) => ({ name: parse(file).name, class: migration }));
  });
  return (await Promise.all(loaded)).flat();
}

/** Options that the application, the command line and the tests share. */
const common = {
  entities,
  metadataProvider: ReflectMetadataProvider,
  sessionContext: 'transaction' as const,
  extensions: [Migrator],
  migrations: {
    snapshot: false,
    transactional: true,
    // each migration has its own transaction: together their locks would deadlock with requests of running processes
    allOrNothing: false,
  },
  // the tables that `npm run leads:import` makes have no entities
  schemaGenerator: { createForeignKeyConstraints: false, ignoreSchema: ['leads'] },
  forceUtcTimezone: true,
  colors: false,
  logger: () => undefined,
};

/** MikroORM opens no connection: `Db` gives each entity manager that of its transaction, which has the right role. */
export const appConfig = () =>
  defineConfig({ ...common, dbName: 'atende', driverOptions: statementBuilder, ensureDatabase: false });

/** The options of the owner, for migrations. Forced row security applies to it, too; its company 0 does not exist. */
export const ownerConfig = async (clientUrl: string) =>
  defineConfig({
    ...common,
    migrations: { ...common.migrations, migrationsList: await loadMigrations() },
    clientUrl,
    pool: { min: 0, max: 2, idleTimeoutMillis: 30_000 },
    driverOptions: {
      // MikroORM alone would ignore the TLS parameters of the URL
      connectionString: addressOf(clientUrl).href,
      connectionTimeoutMillis: 5_000,
      application_name: 'atende',
      Client: PreparedClient,
      options: `-c ${companySetting}=0`,
    },
  });

/** Runs all migrations, or only those in `names`. */
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
