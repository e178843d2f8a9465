import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { AppConfig } from '../../core/config/config.js';
import { activateNextSecrets, nextSecrets, writeNextSecrets } from '../../core/config/secrets-file.js';
import { SecretCipher } from '../../core/crypto/secret-cipher.js';
import type { EncryptedRow, SecretColumns } from '../../core/crypto/secret-columns.js';
import { ensureRoles, withConnection } from '../../core/database/prepare-database.js';
import { secretColumns } from '../../secret-columns.js';
import { disableForcedRowSecurity } from './backup/tables.js';
import { CliError } from './run-command.js';
import { assertDatabaseUnused, withDatabase } from './with-database.js';

/** How many values were encrypted with the new key, now and in an earlier run. */
export interface KeyRotationResult {
  reencrypted: number;
  alreadyRotated: number;
}

interface Keys {
  readonly old: SecretCipher;
  readonly next: SecretCipher;
}

/**
 * Encrypts all secrets with a new key. With `kept` the keys are those of `secrets.json`: the new one is written first and
 * activated last, so that a further run finishes an interrupted one.
 */
export async function rotateKey(
  config: AppConfig,
  given: Buffer | undefined,
  kept: boolean,
): Promise<KeyRotationResult> {
  if (!kept && !given) throw new CliError('Set ATENDE_NEW_KEY to the new key: `openssl rand -base64 32` makes one.');
  return withDatabase(config, { exclusive: true, otherKey: true }, async (ownerUrl) => {
    const pending = kept ? nextSecrets(config.dataDir)?.encryptionKey : undefined;
    if (pending && given && !pending.equals(given))
      throw new CliError('A change to another new key was interrupted: run this without ATENDE_NEW_KEY first.');
    const key = pending ?? given ?? randomBytes(32);
    if (key.equals(config.encryptionKey)) throw new CliError('The new key is the old one.');
    if (kept && !pending) writeNextSecrets(config.dataDir, { jwtSecret: config.jwtSecret, encryptionKey: key });
    const rotated = await reencryptDatabase(ownerUrl, config, key);
    if (kept) activateNextSecrets(config.dataDir);
    return rotated;
  });
}

/** Every secret and the passwords of the roles, in one transaction. */
export function reencryptDatabase(ownerUrl: string, config: AppConfig, key: Buffer): Promise<KeyRotationResult> {
  const keys: Keys = { old: new SecretCipher(config), next: new SecretCipher({ encryptionKey: key }) };
  return changeKey(ownerUrl, key, async (client) => {
    const rotated: KeyRotationResult = { reencrypted: 0, alreadyRotated: 0 };
    for (const columns of secretColumns) {
      if (columns.reencrypt) await reencrypt(client, columns.reencrypt, keys, rotated);
      else await columns.erase(client, keys.next);
    }
    return rotated;
  });
}

/** The configured key is new and the old one is lost: erases the secrets. */
export async function eraseSecrets(config: AppConfig): Promise<void> {
  const cipher = new SecretCipher(config);
  await withDatabase(config, { exclusive: true, otherKey: true }, (ownerUrl) =>
    changeKey(ownerUrl, config.encryptionKey, async (client) => {
      for (const { reencrypt: known } of secretColumns) if (known) await assertUnreadable(client, known, cipher);
      for (const columns of secretColumns) await columns.erase(client, cipher);
    }),
  );
}

/** In one exclusive transaction of the owner: secrets by `fn`, and passwords of the roles. */
async function changeKey<T>(ownerUrl: string, key: Buffer, fn: (client: pg.ClientBase) => Promise<T>): Promise<T> {
  return withConnection(ownerUrl, async (client) => {
    await client.query("begin; set local lock_timeout = '10s'");
    await client.query("select pg_advisory_xact_lock(hashtext('atende:prepare'))");
    await assertDatabaseUnused(client);
    const tables = [...new Set(secretColumns.flatMap((columns) => columns.tables))];
    const { rowCount } = await client.query(
      "select from unnest($1::text[]) name where to_regclass('public.' || name) is null",
      [tables],
    );
    if (rowCount !== 0)
      throw new CliError('The database is of an earlier version: start this one once, which migrates it.');
    const restoreRowSecurity = await disableForcedRowSecurity(client, tables);
    const result = await fn(client);
    await ensureRoles(client, key);
    await restoreRowSecurity();
    await client.query('commit');
    return result;
  });
}

type Reencryption = NonNullable<SecretColumns['reencrypt']>;

/** @throws CliError when the key decrypts a value: then it is not lost */
async function assertUnreadable(
  client: pg.ClientBase,
  { select, context }: Reencryption,
  cipher: SecretCipher,
): Promise<void> {
  const found = await client.query<EncryptedRow>(select);
  for (const row of found.rows)
    for (const [name, value] of Object.entries(row.values))
      if (tryDecrypt(cipher, value, context(row, name)) !== undefined)
        throw new CliError(
          `${context(row, name)} opens with the key that is set: it is not lost, and nothing was changed.`,
        );
}

async function reencrypt(
  client: pg.ClientBase,
  { select, context, update }: Reencryption,
  { old, next }: Keys,
  rotated: KeyRotationResult,
): Promise<void> {
  const found = await client.query<EncryptedRow>(select);
  for (const row of found.rows) {
    const values: Record<string, string> = {};
    const lookups: Record<string, string> = {};
    for (const [name, value] of Object.entries(row.values)) {
      const at = context(row, name);
      const again = tryDecrypt(old, value, at);
      const text = again ?? tryDecrypt(next, value, at);
      if (text === undefined)
        throw new CliError(`${at} opens with neither key. Nothing was changed; is ENCRYPTION_KEY the right one?`);
      values[name] = again === undefined ? value : next.encrypt(text, at);
      lookups[name] = next.lookupHash(text);
      if (again === undefined) rotated.alreadyRotated += 1;
      else rotated.reencrypted += 1;
    }
    await client.query(update, [row.id, JSON.stringify({ values, lookups })]);
  }
}

/** undefined for a value of another key. */
function tryDecrypt(cipher: SecretCipher, value: string, context: string): string | undefined {
  try {
    return cipher.decrypt(value, context);
  } catch {
    return undefined;
  }
}
