import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { AppConfig } from '../core/config/config.js';
import { discardUnfinished, importLeads } from '../modules/contacts/leads/import/import-leads.js';
import { LeadFileError } from '../modules/contacts/leads/import/lead-file-error.js';
import { CliError, exitWithUsage, runCommand } from './lib/run-command.js';
import { withDatabase } from './lib/with-database.js';

const usage = `Usage: npm run leads:import -- <folder or zip> [--date YYYY-MM-DD]
       npm run leads:import -- --discard
Replaces the companies of /leads by a published set of the open CNPJ data of Receita Federal; a running server goes on.
An interrupted import is continued by the same command. --date says the day of the data where the names do not.
--discard frees the disk of an import that was refused or interrupted.
`;

/** Without a path: discard. */
function readArguments(): { path?: string; date?: string | undefined } {
  try {
    const { values, positionals } = parseArgs({
      options: { date: { type: 'string' }, discard: { type: 'boolean' } },
      allowPositionals: true,
    });
    const [path, ...more] = positionals;
    if (values.discard && positionals.length === 0) return {};
    if (
      values.discard ||
      !path ||
      more.length > 0 ||
      (values.date !== undefined && Number.isNaN(Date.parse(values.date)))
    )
      return exitWithUsage(usage);
    return { path, date: values.date };
  } catch (error) {
    return exitWithUsage(`${(error as Error).message}\n${usage}`);
  }
}

const { path, date } = readArguments();
const say = (line: string): void => void process.stdout.write(`${line}\n`);

await runCommand(() =>
  withDatabase(AppConfig.load(), {}, async (ownerUrl) => {
    try {
      if (path === undefined) {
        await discardUnfinished(ownerUrl);
        say('Discarded.');
        return;
      }
      const result = await importLeads(ownerUrl, path, { date, log: say });
      const seconds = result.loadSeconds + result.buildSeconds;
      say(`${result.companies} companies of ${result.rows} rows in ${seconds.toFixed(1)} s: now shown at /leads`);
    } catch (error) {
      if (error instanceof LeadFileError)
        throw new CliError(
          `${error.message}\nNothing was replaced. What was loaded waits for the next run; --discard frees its disk.`,
        );
      throw error;
    }
  }),
);
