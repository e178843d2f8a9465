import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { MikroORM } from '@mikro-orm/postgresql';
import type { AppConfig } from '../../../core/config/config.js';
import { secretsFile } from '../../../core/config/kept-secrets.js';
import { type Environment, readEnvironment } from '../../../core/config/read-environment.js';
import { Sealer } from '../../../core/crypto/sealer.js';
import { prepareDatabase, withOwner } from '../../../core/database/prepare.js';
import { LocalStorage } from '../../../core/storage/local-storage.js';
import { ownerConfig } from '../../../mikro-orm.config.js';
import '../../../sealed-places.js';
import { Refusal } from '../command.js';
import { inPlatform } from '../in-platform.js';
import { checkInvariants, type Violation } from '../invariant-list.js';
import { refuseWhileUsed, withDatabase } from '../reach.js';
import { loadDatabase, refuseFilledDatabase } from './load.js';
import { copyDurably } from './make-backup.js';
import { backupSecretsFile, fingerprintOf, type Manifest, readManifest } from './manifest.js';
import { copyMediaIn } from './media.js';
import { refuseDamaged } from './verify.js';

export interface RestoreOptions {
  /** The backup's key is lost: what it sealed is given up. */
  readonly newKey: boolean;
  readonly say: (line: string) => void;
}

/**
 * An embedded installation that has no secrets yet takes those of the backup, when they are in it.
 * @returns whether it did.
 */
export async function takeSecrets(dir: string, environment: Environment): Promise<boolean> {
  const { values } = readEnvironment(environment);
  const dataDir = resolve(values.DATA_DIR ?? './data');
  const given = values.DATABASE_URL !== undefined || values.ENCRYPTION_KEY !== undefined;
  if (given || existsSync(secretsFile(dataDir)) || !existsSync(backupSecretsFile(dir))) return false;
  await mkdir(dataDir, { recursive: true });
  await copyDurably(backupSecretsFile(dir), secretsFile(dataDir));
  return true;
}

/**
 * Restores a backup into the configured database, which must be empty, and brings it to the newest schema. Until the
 * rows are committed everything can be repeated; answers what does not agree afterwards.
 */
export async function restoreBackup(
  config: AppConfig,
  dir: string,
  { newKey, say }: RestoreOptions,
): Promise<{ manifest: Manifest; violations: Violation[] }> {
  const manifest = await readManifest(dir);
  const sameKey = manifest.keyFingerprint === fingerprintOf(config.encryptionKey);
  if (!sameKey && !newKey) throw new Refusal(otherKey);
  return withDatabase(config, { exclusive: true, existing: false }, async (ownerUrl) => {
    await withOwner(ownerUrl, async (owner) => {
      await refuseWhileUsed(owner);
      await refuseFilledDatabase(owner);
    });
    const orm = await MikroORM.init(ownerConfig(ownerUrl));
    try {
      await refuseOtherVersions(orm, manifest);
      say('Checking every sum');
      await refuseDamaged(dir, manifest);
      // the schema as it was: exactly the backup's migrations
      await prepareDatabase(ownerUrl, config.encryptionKey, orm, manifest.migrations);
    } finally {
      await orm.close(true);
    }
    if (manifest.media) {
      say(`Putting ${manifest.media.count} files into ${config.storageDir}`);
      await copyMediaIn(new LocalStorage(config), dir);
    }
    say('Loading the tables');
    await withOwner(ownerUrl, (owner) => loadDatabase(owner, dir, manifest, sameKey ? undefined : new Sealer(config)));
    say('Migrating to the newest schema and checking the invariants');
    const violations = await inPlatform((db) => checkInvariants(db, { stopped: true }), config);
    return { manifest, violations };
  });
}

/** @throws Refusal when this program, or the database, knows other migrations than the backup needs. */
async function refuseOtherVersions(orm: MikroORM, { migrations, productVersion }: Manifest): Promise<void> {
  const executed = (await orm.migrator.getExecuted()).map(({ name }) => name);
  const pending = (await orm.migrator.getPending()).map(({ name }) => name);
  const unknown = migrations.filter((name) => !executed.includes(name) && !pending.includes(name));
  if (unknown.length > 0)
    throw new Refusal(
      `The backup is of a newer version (${productVersion}, migration ${unknown.at(-1)}) than this program: install that version or a later one.`,
    );
  const beyond = executed.filter((name) => !migrations.includes(name));
  if (beyond.length > 0)
    throw new Refusal(
      `The database has no rows, but tables of a later version than the backup (migration ${beyond.at(-1)}): make an empty database.`,
    );
}

const otherKey = `The backup was made with another ENCRYPTION_KEY than the one that is set.
Set the one of the backup (with an embedded database: its secrets.json in DATA_DIR), or go on with --new-key. Then are lost:
  - credentials of connections to providers: they are disconnected until somebody enters them again
  - API tokens of connections: each gets a new one, which integrations have to be told
  - secret settings, like keys of payment gateways
  - codes of password mails that are on their way
Conversations, people, files and passwords are not touched.`;
