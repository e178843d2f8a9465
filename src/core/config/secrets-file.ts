import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { ConfigError } from './read-environment.js';

export interface InstallationSecrets {
  readonly jwtSecret: string;
  readonly encryptionKey: Buffer;
}

/** The file with the generated secrets of an embedded installation. */
export const secretsFile = (dataDir: string): string => join(dataDir, 'secrets.json');

/** The file with the new secrets while a change of the key is unfinished. */
const nextFile = (dataDir: string): string => join(dataDir, 'secrets.next.json');

export function nextSecrets(dataDir: string): InstallationSecrets | undefined {
  const file = nextFile(dataDir);
  return existsSync(file) ? read(file) : undefined;
}

/** Call it before the database is changed: after a crash the key that encrypted the database is then still known. */
export function writeNextSecrets(dataDir: string, secrets: InstallationSecrets): void {
  write(nextFile(dataDir), secrets);
}

/** Replaces the secrets with the pending ones. */
export function activateNextSecrets(dataDir: string): void {
  renameSync(nextFile(dataDir), secretsFile(dataDir));
  flushFolder(dataDir);
}

/** @throws when a change of the key was interrupted: the database may have either key */
export function assertNoInterruptedRotation(dataDir: string): void {
  if (existsSync(nextFile(dataDir)))
    throw new ConfigError(['a change of ENCRYPTION_KEY was interrupted: `npm run rotate-key` completes it']);
}

/** The given secrets; missing ones come from `secrets.json` in the data folder, which is created if necessary. */
export function loadOrCreateSecrets(
  dataDir: string,
  given: { jwtSecret: string | undefined; encryptionKey: Buffer | undefined },
): InstallationSecrets {
  if (given.jwtSecret !== undefined && given.encryptionKey !== undefined) {
    return { jwtSecret: given.jwtSecret, encryptionKey: given.encryptionKey };
  }
  const file = secretsFile(dataDir);
  const kept = existsSync(file) ? read(file) : make(dataDir, file);
  return { jwtSecret: given.jwtSecret ?? kept.jwtSecret, encryptionKey: given.encryptionKey ?? kept.encryptionKey };
}

/** @throws when the file is damaged: generating new keys would make the stored secrets unreadable */
function read(file: string): InstallationSecrets {
  try {
    const { jwtSecret, encryptionKey } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
    if (typeof jwtSecret !== 'string' || jwtSecret.length < 43 || typeof encryptionKey !== 'string')
      throw new Error('incomplete');
    const key = Buffer.from(encryptionKey, 'base64');
    if (key.length !== 32) throw new Error('incomplete');
    return { jwtSecret, encryptionKey: key };
  } catch (error) {
    throw new ConfigError([`${file} cannot be used (${(error as Error).message}); restore it from a backup`]);
  }
}

function make(dataDir: string, file: string): InstallationSecrets {
  const secrets = { jwtSecret: randomBytes(48).toString('base64url'), encryptionKey: randomBytes(32) };
  mkdirSync(dataDir, { recursive: true });
  const fresh = `${file}.${process.pid}`;
  write(fresh, secrets);
  try {
    // unlike a rename, a link replaces nothing: two processes that start at once both get the secrets of the first
    linkSync(fresh, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(fresh);
  }
  flushFolder(dataDir);
  return read(file);
}

function write(file: string, secrets: InstallationSecrets): void {
  const fresh = `${file}.${process.pid}`;
  const handle = openSync(fresh, 'w', 0o600);
  writeSync(handle, `${JSON.stringify({ ...secrets, encryptionKey: secrets.encryptionKey.toString('base64') })}\n`);
  fsyncSync(handle);
  closeSync(handle);
  renameSync(fresh, file);
  flushFolder(dirname(file));
}

/** Flushes a renamed entry of the folder to the disk. */
function flushFolder(path: string): void {
  const folder = openSync(path, 'r');
  fsyncSync(folder);
  closeSync(folder);
}
