import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { AppConfig } from '../core/config/config.js';
import { environmentWithDotEnv } from '../core/config/read-environment.js';
import { restoreBackup, restoreSecrets } from './lib/backup/restore-backup.js';
import { violationTable } from './lib/invariants.js';
import { CliError, exitWithUsage, runCommand } from './lib/run-command.js';

const usage = `Usage: npm run restore -- <backup> [--new-key]
Restores into the configured database (DATA_DIR or DATABASE_URL), which must be empty and unused. --new-key allows
another ENCRYPTION_KEY than the backup's and erases the values that were encrypted with that one.
`;

function readArguments(): { dir: string; newKey: boolean } {
  try {
    const { values, positionals } = parseArgs({
      options: { 'new-key': { type: 'boolean', default: false } },
      allowPositionals: true,
    });
    const [dir, ...more] = positionals;
    return dir && more.length === 0 ? { dir, newKey: values['new-key'] } : exitWithUsage(usage);
  } catch (error) {
    return exitWithUsage(`${(error as Error).message}\n${usage}`);
  }
}

const { dir, newKey } = readArguments();
const say = (line: string): void => void process.stdout.write(`${line}\n`);

await runCommand(async () => {
  const started = performance.now();
  const environment = environmentWithDotEnv();
  if (!newKey && (await restoreSecrets(dir, environment))) say('Took secrets.json from the backup');
  const { manifest, violations } = await restoreBackup(AppConfig.load(environment), dir, { newKey, log: say });
  for (const { name, rows } of manifest.tables) if (rows > 0) say(`  ${name}: ${rows}`);
  const waiting = manifest.tables.find(({ name }) => name === 'outbox_jobs')?.rows ?? 0;
  say(`Restored the backup of ${manifest.createdAt} in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  if (waiting > 0)
    say(
      `${waiting} jobs wait as at the time of the backup: what the old server sent since then is sent again at the next start.`,
    );
  if (violations.length > 0) throw new CliError(violations.map(violationTable).join('\n'));
  say('Every invariant holds.');
});
