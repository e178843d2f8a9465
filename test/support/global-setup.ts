import 'reflect-metadata';
import { startTemporaryPostgres } from '../../src/core/database/embedded-postgres.js';
import { ensureDatabase, prepareDatabase, withConnection } from '../../src/core/database/prepare-database.js';
import { migrationsOf } from '../../src/mikro-orm.config.js';
import { FiguresService } from '../../src/modules/insight/dashboard/figures/figures.service.js';
import { UsageService } from '../../src/modules/insight/usage/counts/usage.service.js';
import { CompanyFilesRemover } from '../../src/modules/platform/companies/registration/remove-company-files.job.js';
import { openResources } from './open-resources.js';
import { encryptionKey, templateName } from './test-config.js';

/** One PostgreSQL for the whole run, and in it the migrated template. */
export default async function globalSetup(): Promise<void> {
  const server = await startTemporaryPostgres({ max_connections: '300' });
  openResources.server = server;
  const url = await ensureDatabase(server.url, templateName);
  await prepareDatabase(url, encryptionKey, migrationsOf(url));
  await withConnection(url, (client) => {
    // they would count, or look through files, in the middle of a test; those of usage count themselves
    const notNow = [
      taskOf(UsageService, 'countDays'),
      taskOf(FiguresService, 'addJobs'),
      taskOf(CompanyFilesRemover, 'removeUnreferenced'),
    ];
    return client.query(
      "insert into cron_runs (name, ran_at) select name, now() + interval '1 day' from unnest($1::text[]) name",
      [notNow],
    );
  });
  process.env['TEST_DATABASE_SERVER'] = server.url;
}

/** The name under which the run of a repeated task is kept. */
const taskOf = <T>(type: abstract new (...args: never[]) => T, method: keyof T & string): string =>
  `${type.name}.${method}`;
