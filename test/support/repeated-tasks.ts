import { EVERY } from '../../src/core/jobs/cron.js';
import { HandlerDiscovery } from '../../src/core/jobs/handler-discovery.js';
import type { TestApp } from './app.js';
import { until } from './until.js';

/** Resolves when each repeated task has run for the first time: those of an hour write nothing any more during a test. */
export async function repeatedTasksRan(app: TestApp): Promise<void> {
  const tasks = app.nest.get(HandlerDiscovery, { strict: false }).find(EVERY).length;
  const count = 'select count(*)::int as runs from cron_runs';
  await until('each repeated task ran', async () => Number((await app.database.query(count))[0]?.['runs']) >= tasks);
  await app.settled();
}
