import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from './read-environment.js';

export interface KeptSecrets {
  readonly jwtSecret: string;
  readonly encryptionKey: Buffer;
}

/** The given secrets; what is missing is taken from `secrets.json` in the data folder, which is made when absent. */
export function keepSecrets(
  dataDir: string,
  given: { jwtSecret: string | undefined; encryptionKey: Buffer | undefined },
): KeptSecrets {
  if (given.jwtSecret !== undefined && given.encryptionKey !== undefined) {
    return { jwtSecret: given.jwtSecret, encryptionKey: given.encryptionKey };
  }
  const file = join(dataDir, 'secrets.json');
  const kept = existsSync(file) ? read(file) : make(dataDir, file);
  return { jwtSecret: given.jwtSecret ?? kept.jwtSecret, encryptionKey: given.encryptionKey ?? kept.encryptionKey };
}

/** A damaged file stops the boot: new keys would make everything that is encrypted unreadable. */
function read(file: string): KeptSecrets {
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

function make(dataDir: string, file: string): KeptSecrets {
  const secrets = { jwtSecret: randomBytes(48).toString('base64url'), encryptionKey: randomBytes(32) };
  mkdirSync(dataDir, { recursive: true });
  const fresh = `${file}.${process.pid}`;
  const handle = openSync(fresh, 'w', 0o600);
  writeSync(handle, `${JSON.stringify({ ...secrets, encryptionKey: secrets.encryptionKey.toString('base64') })}\n`);
  fsyncSync(handle);
  closeSync(handle);
  renameSync(fresh, file);
  return secrets;
}
