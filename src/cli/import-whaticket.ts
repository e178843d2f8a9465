import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { AppConfig } from '../core/config/config.js';
import { connectDatabase } from '../core/database/connect-database.js';
import { migrationsOf } from '../mikro-orm.config.js';
import { exitWithUsage, runCommand } from './lib/run-command.js';
import { type ImportOptions, type ImportReport, importWhaticket } from './lib/whaticket/import-whaticket.js';

const usage = `Usage: npm run import:whaticket -- --url <postgres://… or mysql://…> [--media <folder>] [--dry-run] [--report <file.csv>]
         [--company <id there>]… [--into <id there>=<id here>]… [--name <name>] [--source <name>] [--timezone -03:00]
Takes the companies (or tenants) of a database of the Whaticket family; a running server goes on. --dry-run writes nothing and says what
would be taken and what not; --report writes that for every row. --media is the folder "public" of its files. An
interrupted import is continued by the same command, and repeating it adds what is new.
--company takes only these, --into puts one into a company that is here. --name is that of the company of a database that
knows only one. --source names the database where its address changes between runs. --timezone is that in which MySQL
holds its times.
`;

function readArguments(): ImportOptions {
  try {
    const { values } = parseArgs({
      options: {
        url: { type: 'string' },
        media: { type: 'string' },
        'dry-run': { type: 'boolean', default: false },
        report: { type: 'string' },
        company: { type: 'string', multiple: true },
        into: { type: 'string', multiple: true, default: [] },
        name: { type: 'string' },
        source: { type: 'string' },
        timezone: { type: 'string', default: '-03:00' },
      },
    });
    const { url = '', into: pairs, company: companies, timezone } = values;
    const into = pairs.map((pair) => /^([\w-]{1,64})=(\d{1,15})$/.exec(pair)?.slice(1) ?? []);
    const sound =
      URL.canParse(url) &&
      into.every((pair) => pair.length === 2) &&
      (companies ?? []).every((id) => /^[\w-]{1,64}$/.test(id)) &&
      /^(Z|[+-]\d\d:\d\d)$/.test(timezone);
    if (!sound) return exitWithUsage(usage);
    const { media, report, name, source } = values;
    return {
      ...{ url, media, report, name, source, timezone, companies },
      dryRun: values['dry-run'],
      into: new Map(into.map(([there = '', here]) => [there, Number(here)])),
    };
  } catch (error) {
    return exitWithUsage(`${(error as Error).message}\n${usage}`);
  }
}

const options = readArguments();
const say = (line: string): void => void process.stdout.write(`${line}\n`);

await runCommand(async () => {
  const started = performance.now();
  const config = AppConfig.load();
  const database = await connectDatabase(config, migrationsOf);
  try {
    print(await importWhaticket(config, database.urls.platform, { ...options, log: say }));
  } finally {
    if (!database.wasRunning) await database.stop();
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  say(options.dryRun ? `Nothing was written (${seconds} s).` : `Done in ${seconds} s; all of it is at /admin/imports.`);
});

function print({ counts, refusals }: ImportReport): void {
  say('Table: read, taken, here already, not taken');
  for (const [table, { read, taken, present, refused }] of Object.entries(counts))
    say(`  ${table}: ${read}, ${taken}, ${present}, ${refused}`);
  if (refusals.length > 0) say('Not taken, or not as it was:');
  for (const { table, reason, count, examples } of refusals) {
    const ids = examples.filter((id) => id !== '').join(', ');
    say(`  ${table}: ${reason}${ids === '' ? '' : ` (${count}: ${ids}${count > examples.length ? ', …' : ''})`}`);
  }
}
