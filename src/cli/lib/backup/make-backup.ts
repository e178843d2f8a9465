import { constants, existsSync } from 'node:fs';
import { copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { AppConfig } from '../../../core/config/config.js';
import { productVersion } from '../../../core/config/product-version.js';
import { secretsFile } from '../../../core/config/secrets-file.js';
import { roleUrls } from '../../../core/database/prepare-database.js';
import { fsyncFolder } from '../../../core/storage/local-storage.js';
import { openStorage } from '../../../core/storage/open-storage.js';
import { CliError } from '../run-command.js';
import { withDatabase } from '../with-database.js';
import { dumpDatabase } from './dump-database.js';
import { backupSecretsFile, keyFingerprint, type Manifest, manifestFile, manifestFormat } from './manifest.js';
import { backUpMedia } from './media.js';

export interface BackupOptions {
  /** Folder of the backups. */
  readonly to: string;
  readonly withMedia: boolean;
  readonly withSecrets: boolean;
  readonly now?: Date;
}

const complete = /^backup-\d{8}-\d{6}$/;
const partial = /^backup-\d{8}-\d{6}\.partial$/;
const dayMs = 86_400_000;

/** Writes a backup beside running servers; it gets its final name when it is complete and flushed. */
export async function makeBackup(
  config: AppConfig,
  options: BackupOptions,
): Promise<{ dir: string; manifest: Manifest }> {
  const { to, withSecrets, now = new Date() } = options;
  if (withSecrets && !existsSync(secretsFile(config.dataDir)))
    throw new CliError(`There is no ${secretsFile(config.dataDir)}: keep ENCRYPTION_KEY and JWT_SECRET yourself.`);
  const [, date = '', time = ''] = /^(.{10})T(.{8})/.exec(now.toISOString()) ?? [];
  const dir = join(resolve(to), `backup-${date.replaceAll('-', '')}-${time.replaceAll(':', '')}`);
  const fresh = `${dir}.partial`;
  if (existsSync(dir) || existsSync(fresh)) throw new CliError(`${dir} is there already: try again in a second.`);
  await mkdir(join(fresh, 'tables'), { recursive: true, mode: 0o700 });
  try {
    const manifest = await withDatabase(config, {}, (ownerUrl) => fill(config, options, ownerUrl, fresh, now));
    await rename(fresh, dir);
    await fsyncFolder(resolve(to));
    return { dir, manifest };
  } catch (error) {
    await rm(fresh, { recursive: true, force: true });
    throw error;
  }
}

async function fill(
  config: AppConfig,
  { withMedia, withSecrets }: BackupOptions,
  ownerUrl: string,
  dir: string,
  now: Date,
): Promise<Manifest> {
  const keysFile = join(dir, 'media.keys');
  const urls = { owner: ownerUrl, platform: roleUrls(ownerUrl, config.encryptionKey).platform };
  const database = await dumpDatabase(urls, dir, keysFile);
  const media = withMedia ? await backUpMedia(await openStorage(config), dir, keysFile) : null;
  await rm(keysFile);
  if (withSecrets) await copySecretsFile(secretsFile(config.dataDir), backupSecretsFile(dir));
  const manifest: Manifest = {
    format: manifestFormat,
    createdAt: now.toISOString(),
    productVersion: productVersion(),
    keyFingerprint: keyFingerprint(config.encryptionKey),
    ...database,
    media,
    secrets: withSecrets,
  };
  await writeDurably(manifestFile(dir), `${JSON.stringify(manifest, null, 2)}\n`);
  await fsyncFolder(join(dir, 'tables'));
  await fsyncFolder(dir);
  return manifest;
}

async function writeDurably(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Copies a secret, readable by the owner only, without replacing a file. */
export async function copySecretsFile(from: string, to: string): Promise<void> {
  await copyFile(from, to, constants.COPYFILE_EXCL);
  const handle = await open(to, 'r+');
  try {
    await handle.chmod(0o600);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Removes all but the newest backups, and day-old partial ones. @returns the names of the former */
export async function keepNewest(to: string, count: number, now: Date = new Date()): Promise<string[]> {
  const names = (await readdir(to)).toSorted();
  const old = names.filter((name) => complete.test(name) && existsSync(manifestFile(join(to, name)))).slice(0, -count);
  for (const name of names.filter((each) => partial.test(each))) {
    const { mtimeMs } = await stat(join(to, name));
    if (now.getTime() - mtimeMs > dayMs) await rm(join(to, name), { recursive: true, force: true });
  }
  for (const name of old) await rm(join(to, name), { recursive: true, force: true });
  return old;
}
