import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { Clock } from '../../../core/clock.js';
import { AppConfig } from '../../../core/config/config.js';
import { SecretCipher } from '../../../core/crypto/secret-cipher.js';
import type { EncryptedRow } from '../../../core/crypto/secret-columns.js';
import { freePort, startEmbeddedPostgres } from '../../../core/database/embedded-postgres.js';
import { ensureDatabase, roleUrls, withConnection } from '../../../core/database/prepare-database.js';
import { LocalStorage } from '../../../core/storage/local-storage.js';
import { MediaUrls } from '../../../core/storage/media-urls.js';
import { secretColumns } from '../../../secret-columns.js';
import { violationTable } from '../invariants.js';
import { CliError } from '../run-command.js';
import { makeBackup } from './make-backup.js';
import { type Manifest, summaryOf } from './manifest.js';
import { mediaEntries } from './media.js';
import { restoreBackup } from './restore-backup.js';
import { checksumOf, forEachConcurrently } from './streams.js';
import { executedMigrations } from './tables.js';

export interface DrillOptions {
  /** Folder with room for everything twice. */
  readonly parent: string;
  /** An existing backup instead of a new one. */
  readonly backup: string | undefined;
  readonly log: (line: string) => void;
}

const readyMs = 120_000;

/**
 * Restores a backup into a PostgreSQL and folders of its own, compares, and starts a server on it that runs no jobs. What was
 * made is removed again.
 * @throws CliError with everything that differs
 */
export async function drill(config: AppConfig, { parent, backup, log }: DrillOptions): Promise<void> {
  const began = performance.now();
  const timed = async <T>(what: string, work: () => Promise<T>, describe: (result: T) => string): Promise<T> => {
    const from = performance.now();
    const result = await work();
    log(`${what.padEnd(10)} ${((performance.now() - from) / 1000).toFixed(1).padStart(8)} s   ${describe(result)}`);
    return result;
  };
  const folder = await mkdtemp(join(parent, 'atende-drill-'));
  // PostgreSQL runs under another account when started as root
  await chmod(folder, 0o755);
  const remove: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  const end = async (): Promise<void> => {
    for (const each of remove.splice(0).toReversed()) await each();
  };
  const stop = (): void => void end().finally(() => process.exit(130));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
  try {
    const made = (): Promise<{ dir: string }> =>
      makeBackup(config, { to: join(folder, 'backups'), withMedia: true, withSecrets: false });
    const { dir } = backup ? { dir: backup } : await timed('backup', made, ({ dir: name }) => name);
    const postgres = await startEmbeddedPostgres({ dir: join(folder, 'postgres') });
    remove.push(async () => {
      await postgres.stop();
      // a folder that is closed to the account of PostgreSQL has its cluster elsewhere
      if (dirname(postgres.dir) !== folder) await rm(dirname(postgres.dir), { recursive: true, force: true });
    });
    const dataDir = join(folder, 'data');
    await mkdir(dataDir, { mode: 0o700 });
    const environment = {
      ROLE: 'web',
      DATABASE_URL: await ensureDatabase(postgres.url, 'atende'),
      // nobody listens there: it needs none by itself
      REDIS_URL: `redis://127.0.0.1:${await freePort()}`,
      DATA_DIR: dataDir,
      STORAGE_URL: `file:${encodeURIComponent(join(dataDir, 'media'))}?shared=1`,
      JWT_SECRET: config.jwtSecret,
      ENCRYPTION_KEY: config.encryptionKey.toString('hex'),
      PORT: String(await freePort()),
      HOST: '127.0.0.1',
      DEMO: 'off',
      LOG_LEVEL: 'warn',
    };
    const copy = AppConfig.load(environment);
    const restored = await timed(
      'restore',
      () => restoreBackup(copy, dir, { newKey: false, log: () => undefined }),
      ({ manifest }) => summaryOf(manifest),
    );
    const { differences } = await timed(
      'compare',
      () => compare(copy, dir, restored.manifest),
      ({ summary }) => summary,
    );
    differences.push(...restored.violations.map(violationTable));
    await timed(
      'start',
      () => startOn(copy, environment, dir, restored.manifest, remove),
      (answered) => answered,
    );
    log(`${'together'.padEnd(10)} ${((performance.now() - began) / 1000).toFixed(1).padStart(8)} s`);
    if (differences.length > 0) throw new CliError(`The restored copy differs:\n${differences.join('\n')}`);
    log('Every invariant holds, and the copy has everything.');
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stop);
    await end();
  }
}

interface Comparison {
  readonly summary: string;
  readonly differences: string[];
}

/** Rows, files and secrets of the copy. */
async function compare(copy: AppConfig, dir: string, manifest: Manifest): Promise<Comparison> {
  const ownerUrl = copy.databaseUrl ?? '';
  const differences: string[] = [];
  const migrations = await withConnection(ownerUrl, executedMigrations);
  // later migrations may have moved rows
  const sameSchema = migrations?.length === manifest.migrations.length;
  const cipher = new SecretCipher(copy);
  let secrets = 0;
  await withConnection(roleUrls(ownerUrl, copy.encryptionKey).platform, async (client) => {
    for (const { name, rows } of sameSchema ? manifest.tables : []) {
      const { rows: found } = await client.query<{ count: number }>(
        `select count(*)::int as count from ${pg.escapeIdentifier(name)}`,
      );
      if (found[0]?.count !== rows) differences.push(`  - table ${name}: ${found[0]?.count} rows instead of ${rows}`);
    }
    for (const { reencrypt } of secretColumns) {
      if (!reencrypt) continue;
      for (const row of (await client.query<EncryptedRow>(reencrypt.select)).rows)
        for (const [name, value] of Object.entries(row.values)) {
          const context = reencrypt.context(row, name);
          secrets += 1;
          if (!opens(cipher, value, context)) differences.push(`  - secret ${context} cannot be decrypted`);
        }
    }
  });
  const lost = manifest.media?.missing;
  if (lost?.count) differences.push(`  - ${lost.count} files that rows name are not there, as ${lost.examples[0]}`);
  const storage = new LocalStorage(copy);
  let files = 0;
  if (manifest.media)
    await forEachConcurrently(mediaEntries(dir), 4, async ({ key, sha256 }) => {
      files += 1;
      const { stream } = await storage.open(key);
      if ((await checksumOf(stream)).sha256 !== sha256) differences.push(`  - file ${key} has another content`);
    });
  const tables = sameSchema ? `rows of ${manifest.tables.length} tables` : 'rows as they were loaded (older schema)';
  return { summary: `${tables}, ${files} files, ${secrets} secrets decrypted`, differences };
}

function opens(cipher: SecretCipher, value: string, context: string): boolean {
  try {
    cipher.decrypt(value, context);
    return true;
  } catch {
    return false;
  }
}

/** Starts a server of requests only, which sends nothing. @returns what it answered */
async function startOn(
  copy: AppConfig,
  environment: Readonly<Record<string, string>>,
  dir: string,
  { media }: Manifest,
  remove: (() => Promise<unknown>)[],
): Promise<string> {
  const log = join(copy.dataDir, 'server.log');
  const output = await open(log, 'a');
  const { PATH = '', HOME = '' } = process.env;
  const server = spawn(process.execPath, [fileURLToPath(new URL('../../../main.js', import.meta.url))], {
    cwd: copy.dataDir,
    env: { PATH, HOME, ...environment },
    stdio: ['ignore', output.fd, output.fd],
  });
  await output.close();
  const exit = once(server, 'exit');
  remove.push(async () => {
    server.kill();
    await exit;
  });
  const url = `http://127.0.0.1:${copy.port}`;
  const deadline = Date.now() + readyMs;
  while (!(await fetch(`${url}/health/ready`).catch(() => undefined))?.ok) {
    if (server.exitCode !== null || Date.now() > deadline)
      throw new CliError(`No server starts on the copy:\n${(await readFile(log, 'utf8')).slice(-2_000)}`);
    await delay(100);
  }
  if (!media?.count) return 'ready';
  for await (const { key, sha256 } of mediaEntries(dir)) {
    const { pathname, search } = new URL(new MediaUrls(copy, new Clock()).sign(key));
    const answer = await fetch(`${url}${pathname}${search}`);
    const shown = await checksumOf(Readable.from([Buffer.from(await answer.arrayBuffer())]));
    if (!answer.ok || shown.sha256 !== sha256)
      throw new CliError(`The server on the copy does not show the file ${key} (${answer.status}).`);
    break;
  }
  return 'ready, and it shows a file';
}
