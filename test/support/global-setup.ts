import 'reflect-metadata';
import { MikroORM } from '@mikro-orm/postgresql';
import { startTemporaryPostgres } from '../../src/core/database/embedded-postgres.js';
import { ensureDatabase, prepareDatabase } from '../../src/core/database/prepare-database.js';
import { ownerConfig } from '../../src/mikro-orm.config.js';
import { openResources } from './open-resources.js';
import { encryptionKey, templateName } from './test-config.js';

/** One PostgreSQL for the whole run, and in it the migrated template. */
export default async function globalSetup(): Promise<void> {
  const server = await startTemporaryPostgres({ max_connections: '300' });
  openResources.server = server;
  const url = await ensureDatabase(server.url, templateName);
  const owner = await MikroORM.init(ownerConfig(url));
  try {
    await prepareDatabase(url, encryptionKey, owner);
    // they would count, or look through files, in the middle of a test; those of usage count themselves
    const notNow = ['Usage.countDays', 'Figures.addJobs', 'CompanyFilesRemover.removeUnreferenced'];
    await owner.em.execute(
      `insert into cron_runs (name, ran_at) select name, now() + interval '1 day' from unnest(array['${notNow.join("', '")}']) name`,
    );
  } finally {
    await owner.close(true);
  }
  process.env['TEST_DATABASE_SERVER'] = server.url;
}
