import 'reflect-metadata';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { AppConfig } from '../core/config/config.js';
import { keepNewest, makeBackup } from './lib/backup/make-backup.js';
import { readManifest, summaryOf } from './lib/backup/manifest.js';
import { assertIntact } from './lib/backup/verify.js';
import { exitWithUsage, runCommand } from './lib/run-command.js';

const usage = `Usage: npm run backup -- [--to <folder>] [--keep <n>] [--with-secrets] [--without-media]
       npm run backup -- --verify <backup>
Without --to it is DATA_DIR/backups. --keep leaves the newest n complete backups there and removes the others.
`;

const options = {
  to: { type: 'string' },
  keep: { type: 'string' },
  'with-secrets': { type: 'boolean', default: false },
  'without-media': { type: 'boolean', default: false },
  verify: { type: 'string' },
} as const;

function readArguments(): ReturnType<typeof parseArgs<{ options: typeof options }>>['values'] {
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    return exitWithUsage(`${(error as Error).message}\n${usage}`);
  }
}

const values = readArguments();
if (values.keep !== undefined && !/^[1-9]\d{0,3}$/.test(values.keep)) exitWithUsage(usage);
await runCommand(() => (values.verify === undefined ? backup() : verify(values.verify)));

async function backup(): Promise<void> {
  const started = performance.now();
  const config = AppConfig.load();
  const to = values.to ?? join(config.dataDir, 'backups');
  const { dir, manifest } = await makeBackup(config, {
    to,
    withMedia: !values['without-media'],
    withSecrets: values['with-secrets'],
  });
  process.stdout.write(`${dir}: ${summaryOf(manifest)} in ${((performance.now() - started) / 1000).toFixed(1)} s\n`);
  const { count = 0, examples = [] } = manifest.media?.missing ?? {};
  if (count > 0)
    process.stderr.write(`${count} files that rows reference are not in the storage, for example ${examples[0]}\n`);
  if (values.keep === undefined) return;
  for (const name of await keepNewest(to, Number(values.keep))) process.stdout.write(`removed ${name}\n`);
}

async function verify(dir: string): Promise<void> {
  const manifest = await readManifest(dir);
  await assertIntact(dir, manifest);
  process.stdout.write(`${dir} is intact: ${summaryOf(manifest)}\n`);
}
