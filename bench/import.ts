import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkInvariants } from '../src/cli/lib/invariants.js';
import { runAsPlatform } from '../src/cli/lib/run-as-platform.js';
import { importWhaticket } from '../src/cli/lib/whaticket/import-whaticket.js';
import { AppConfig } from '../src/core/config/config.js';
import { connectDatabase } from '../src/core/database/connect-database.js';
import { startTemporaryPostgres } from '../src/core/database/embedded-postgres.js';
import { ensureDatabase } from '../src/core/database/prepare-database.js';
import { migrationsOf } from '../src/mikro-orm.config.js';
import { postgresSource } from '../test/support/whaticket/databases.js';
import { largeSource } from '../test/support/whaticket/large-source.js';
import { print, printMachine } from './lib/report.js';

/*
 * How long it takes to move in: a company of another system with so many messages, both databases on one server; a dry run,
 * the import, and a second run that finds everything there. `npm run bench:import -- --messages 100000`.
 */

const { values } = parseArgs({ options: { messages: { type: 'string', default: '1000000' } } });
const messages = Number(values.messages);
const targetSeconds = 300;

const server = await startTemporaryPostgres();
const dataDir = await mkdtemp(join(tmpdir(), 'atende-import-'));
try {
  const key = (): string => randomBytes(32).toString('hex');
  const config = AppConfig.load({
    DATABASE_URL: await ensureDatabase(server.url, 'atende'),
    DATA_DIR: dataDir,
    ENCRYPTION_KEY: key(),
    JWT_SECRET: key(),
  });
  const { urls } = await connectDatabase(config, migrationsOf);
  const source = await postgresSource(server.url);
  await largeSource(source, messages);
  printMachine();
  const timed = async (name: string, dryRun: boolean): Promise<number> => {
    const started = performance.now();
    let memory = 0;
    const sampling = setInterval(() => {
      memory = Math.max(memory, process.memoryUsage.rss());
    }, 200);
    const { counts } = await importWhaticket(config, urls.platform, { url: source.url, dryRun }).finally(() =>
      clearInterval(sampling),
    );
    const seconds = (performance.now() - started) / 1000;
    const taken = counts['Messages']?.taken ?? 0;
    print(`${name.padEnd(12)}${seconds.toFixed(1).padStart(8)} s${String(taken).padStart(10)} messages`);
    print(`${(memory / 2 ** 20).toFixed(0).padStart(6)} MB at most\n`);
    return seconds;
  };
  await timed('dry run', true);
  const seconds = await timed('import', false);
  await timed('second run', false);
  const violations = await runAsPlatform((db) => checkInvariants(db), config);
  const sound = violations.length === 0 && seconds <= targetSeconds;
  print(
    `${violations.length} violations; the target is ${targetSeconds} s for a million: ${sound ? 'met' : 'missed'}\n`,
  );
  process.exitCode = sound ? 0 : 1;
} finally {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}
