import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { AppConfig } from '../../core/config/config.js';
import { nextSecrets, promoteNextSecrets, writeNextSecrets } from '../../core/config/kept-secrets.js';
import type { SealedPlaces, SealedRow } from '../../core/crypto/sealed-places.js';
import { Sealer } from '../../core/crypto/sealer.js';
import { ensureRoles, withOwner } from '../../core/database/prepare.js';
import { sealedPlaces } from '../../sealed-places.js';
import { Refusal } from './command.js';
import { refuseWhileUsed, withDatabase } from './reach.js';
import { unfence } from './unfenced.js';

/** How many values got the new key, and how many an earlier run had given it already. */
export interface Rotated {
  resealed: number;
  already: number;
}

interface Keys {
  readonly old: Sealer;
  readonly next: Sealer;
}

const sealerOf = (config: AppConfig, encryptionKey: Buffer): Sealer => new Sealer({ ...config, encryptionKey });

/**
 * Gives everything that the installation's key opens a new key. With `kept` the keys are those of `secrets.json`: the new
 * one is written down first and put in force last, so that whatever interrupts this, a further run ends it.
 */
export async function rotateKey(config: AppConfig, given: Buffer | undefined, kept: boolean): Promise<Rotated> {
  if (!kept && !given) throw new Refusal('Set ATENDE_NEW_KEY to the new key: `openssl rand -base64 32` makes one.');
  return withDatabase(config, { exclusive: true }, async (ownerUrl) => {
    const pending = kept ? nextSecrets(config.dataDir)?.encryptionKey : undefined;
    if (pending && given && !pending.equals(given))
      throw new Refusal('A change to another new key was interrupted: run this without ATENDE_NEW_KEY first.');
    const key = pending ?? given ?? randomBytes(32);
    if (key.equals(config.encryptionKey)) throw new Refusal('The new key is the old one.');
    if (kept && !pending) writeNextSecrets(config.dataDir, { jwtSecret: config.jwtSecret, encryptionKey: key });
    const rotated = await resealDatabase(ownerUrl, config, key);
    if (kept) promoteNextSecrets(config.dataDir);
    return rotated;
  });
}

/** Every sealed value and the passwords of the roles, in one transaction. */
export function resealDatabase(ownerUrl: string, config: AppConfig, key: Buffer): Promise<Rotated> {
  const keys: Keys = { old: sealerOf(config, config.encryptionKey), next: sealerOf(config, key) };
  return changeKey(ownerUrl, key, async (client) => {
    const rotated: Rotated = { resealed: 0, already: 0 };
    for (const places of sealedPlaces) {
      if (places.reseal) await reseal(client, places.reseal, keys, rotated);
      else await places.forget(client, keys.next);
    }
    return rotated;
  });
}

/** The key that is set is a new one and the old one is lost: gives up what that one sealed. */
export async function forgetSealed(config: AppConfig): Promise<void> {
  const sealer = new Sealer(config);
  await withDatabase(config, { exclusive: true }, (ownerUrl) =>
    changeKey(ownerUrl, config.encryptionKey, async (client) => {
      for (const { reseal: known } of sealedPlaces) if (known) await refuseOpen(client, known, sealer);
      for (const places of sealedPlaces) await places.forget(client, sealer);
    }),
  );
}

/** In one transaction of the owner, alone: sealed values by `fn`, and passwords of the roles. */
async function changeKey<T>(ownerUrl: string, key: Buffer, fn: (client: pg.ClientBase) => Promise<T>): Promise<T> {
  return withOwner(ownerUrl, async (client) => {
    await client.query("begin; set local lock_timeout = '10s'");
    await client.query("select pg_advisory_xact_lock(hashtext('atende:prepare'))");
    await refuseWhileUsed(client);
    const fence = await unfence(client, [...new Set(sealedPlaces.flatMap(({ tables }) => tables))]);
    const result = await fn(client);
    await ensureRoles(client, key);
    await fence();
    await client.query('commit');
    return result;
  });
}

type Resealing = NonNullable<SealedPlaces['reseal']>;

/** @throws Refusal when the key opens a value: then it is not a new one. */
async function refuseOpen(client: pg.ClientBase, { select, place }: Resealing, sealer: Sealer): Promise<void> {
  const found = await client.query<SealedRow>(select);
  for (const row of found.rows)
    for (const [name, value] of Object.entries(row.values))
      if (opened(sealer, value, place(row, name)) !== undefined)
        throw new Refusal(
          `${place(row, name)} opens with the key that is set: it is not lost, and nothing was changed.`,
        );
}

async function reseal(
  client: pg.ClientBase,
  { select, place, update }: Resealing,
  { old, next }: Keys,
  rotated: Rotated,
): Promise<void> {
  const found = await client.query<SealedRow>(select);
  for (const row of found.rows) {
    const values: Record<string, string> = {};
    const lookups: Record<string, string> = {};
    for (const [name, value] of Object.entries(row.values)) {
      const at = place(row, name);
      const again = opened(old, value, at);
      const text = again ?? opened(next, value, at);
      if (text === undefined)
        throw new Refusal(`${at} opens with neither key. Nothing was changed; is ENCRYPTION_KEY the right one?`);
      values[name] = again === undefined ? value : next.seal(text, at);
      lookups[name] = next.lookup(text);
      if (again === undefined) rotated.already += 1;
      else rotated.resealed += 1;
    }
    await client.query(update, [row.id, JSON.stringify({ values, lookups })]);
  }
}

/** A value that was sealed with another key does not open, which is what is asked here. */
function opened(sealer: Sealer, value: string, place: string): string | undefined {
  try {
    return sealer.open(value, place);
  } catch {
    return undefined;
  }
}
