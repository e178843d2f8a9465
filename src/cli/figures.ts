import 'reflect-metadata';
import { sql } from 'kysely';
import { closedDays } from '../modules/insight/dashboard/figures/figures.queries.js';
import { rollUp } from '../modules/insight/dashboard/figures/roll-up-figures.job.js';
import { runAsPlatform } from './lib/run-as-platform.js';
import { runCommand } from './lib/run-command.js';

/** `npm run figures [-- <company id>]`: counts the stored figures of the dashboard anew, of one company or of all. */
const only = process.argv[2];
if (only !== undefined && !/^\d{1,15}$/.test(only)) {
  process.stderr.write('Usage: npm run figures [-- <company id>]\n');
  process.exit(2);
}

await runCommand(async () => {
  const started = performance.now();
  const days = await runAsPlatform(async (db) => {
    let count = 0;
    const companies = await db.rows<{ id: number }>(
      sql`select id from companies where ${only ?? null}::bigint is null or id = ${only ?? null}::bigint order by id`,
    );
    for (const { id } of companies)
      await db.runAs(id, async () => {
        await db.run(sql`delete from figure_days where company_id = ${id}`);
        const closed = (await db.rows(closedDays(id))).map(({ day }) => day);
        await rollUp(db, id, closed);
        count += closed.length;
      });
    return count;
  });
  process.stdout.write(`${days} days counted (${Math.round(performance.now() - started)} ms).\n`);
});
