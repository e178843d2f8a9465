import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { AppConfig } from '../../core/config/config.js';
import { activateNextSecrets, nextSecrets, writeNextSecrets } from '../../core/config/secrets-file.js';
import { SecretCipher } from '../../core/crypto/secret-cipher.js';
import type { EncryptedRow, SecretColumns } from '../../core/crypto/secret-columns.js';
import { ensureRoles, withConnection } from '../../core/database/prepare-database.js';
import { secretColumns } from '../../secret-columns.js';
import { disableForcedRowSecurity } from './row-security.js';
import { CliError } from './run-command.js';
import { assertDatabaseUnused, withDatabase } from './with-database.js';

/** How many values got the new key, and how many an earlier run had given it already. */
export interface KeyRotationResult {
  reencrypted: number;
  alreadyRotated: number;
}

interface Keys {
  readonly old: SecretCipher;
  readonly next: SecretCipher;
}

const sealerOf = (config: AppConfig, encryptionKey: Buffer): SecretCipher =>
  new SecretCipher({ ...config, encryptionKey });

/**
 * Gives everything that the installation's key opens a new key. With `kept` the keys are those of `secrets.json`: the new
 * one is written down first and put in force last, so that whatever interrupts this, a further run ends it.
 */
export async function rotateKey(
  config: AppConfig,
  given: Buffer | undefined,
  kept: boolean,
): Promise<KeyRotationResult> {
  if (!kept && !given) throw new CliError('Set ATENDE_NEW_KEY to the new key: `openssl rand -base64 32` makes one.');
  return withDatabase(config, { exclusive: true }, async (ownerUrl) => {
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

/** Every sealed value and the passwords of the roles, in one transaction. */
export function reencryptDatabase(ownerUrl: string, config: AppConfig, key: Buffer): Promise<KeyRotationResult> {
  const keys: Keys = { old: sealerOf(config, config.encryptionKey), next: sealerOf(config, key) };
  return changeKey(ownerUrl, key, async (client) => {
    const rotated: KeyRotationResult = { reencrypted: 0, alreadyRotated: 0 };
    for (const places of secretColumns) {
      if (places.reencrypt) await reseal(client, places.reencrypt, keys, rotated);
      else await places.erase(client, keys.next);
    }
    return rotated;
  });
}

/** The key that is set is a new one and the old one is lost: gives up what that one sealed. */
export async function eraseSecrets(config: AppConfig): Promise<void> {
  const sealer = new SecretCipher(config);
  await withDatabase(config, { exclusive: true }, (ownerUrl) =>
    changeKey(ownerUrl, config.encryptionKey, async (client) => {
      for (const { reencrypt: known } of secretColumns) if (known) await refuseOpen(client, known, sealer);
      for (const places of secretColumns) await places.erase(client, sealer);
    }),
  );
}

/** In one transaction of the owner, alone: sealed values by `fn`, and passwords of the roles. */
async function changeKey<T>(ownerUrl: string, key: Buffer, fn: (client: pg.ClientBase) => Promise<T>): Promise<T> {
  return withConnection(ownerUrl, async (client) => {
    await client.query("begin; set local lock_timeout = '10s'");
    await client.query("select pg_advisory_xact_lock(hashtext('atende:prepare'))");
    await assertDatabaseUnused(client);
    const fence = await disableForcedRowSecurity(client, [...new Set(secretColumns.flatMap(({ tables }) => tables))]);
    const result = await fn(client);
    await ensureRoles(client, key);
    await fence();
    await client.query('commit');
    return result;
  });
}

type Resealing = NonNullable<SecretColumns['reencrypt']>;

/** @throws Refusal when the key opens a value: then it is not a new one. */
async function refuseOpen(client: pg.ClientBase, { select, place }: Resealing, sealer: SecretCipher): Promise<void> {
  const found = await client.query<EncryptedRow>(select);
  for (const row of found.rows)
    for (const [name, value] of Object.entries(row.values))
      if (opened(sealer, value, place(row, name)) !== undefined)
        throw new CliError(
          `${place(row, name)} opens with the key that is set: it is not lost, and nothing was changed.`,
        );
}

async function reseal(
  client: pg.ClientBase,
  { select, place, update }: Resealing,
  { old, next }: Keys,
  rotated: KeyRotationResult,
): Promise<void> {
  const found = await client.query<EncryptedRow>(select);
  for (const row of found.rows) {
    const values: Record<string, string> = {};
    const lookups: Record<string, string> = {};
    for (const [name, value] of Object.entries(row.values)) {
      const at = place(row, name);
      const again = opened(old, value, at);
      const text = again ?? opened(next, value, at);
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

/** A value that was sealed with another key does not open, which is what is asked here. */
function opened(sealer: SecretCipher, value: string, place: string): string | undefined {
  try {
    return sealer.decrypt(value, place);
  } catch {
    return undefined;
  }
}
