import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { MikroORM } from '@mikro-orm/postgresql';
import type { AppConfig } from '../../../core/config/config.js';
import { type Environment, readEnvironment } from '../../../core/config/read-environment.js';
import { secretsFile } from '../../../core/config/secrets-file.js';
import { SecretCipher } from '../../../core/crypto/secret-cipher.js';
import { prepareEmptyDatabase, withConnection } from '../../../core/database/prepare-database.js';
import { openStorage } from '../../../core/storage/open-storage.js';
import { migrationsOf, ownerConfig } from '../../../mikro-orm.config.js';
import { checkInvariants, type Violation } from '../invariants.js';
import { runAsPlatform } from '../run-as-platform.js';
import { CliError } from '../run-command.js';
import { assertDatabaseUnused, withDatabase } from '../with-database.js';
import { assertDatabaseEmpty, loadDatabase } from './load-database.js';
import { copySecretsFile } from './make-backup.js';
import { backupSecretsFile, keyFingerprint, type Manifest, readManifest } from './manifest.js';
import { restoreMedia } from './media.js';
import { assertIntact } from './verify.js';

export interface RestoreOptions {
  /** The backup's key is lost: secrets are erased. */
  readonly newKey: boolean;
  readonly log: (line: string) => void;
}

/**
 * An embedded installation without secrets uses those of the backup.
 * @returns whether it did
 */
export async function restoreSecrets(dir: string, environment: Environment): Promise<boolean> {
  const { values } = readEnvironment(environment);
  const dataDir = resolve(values.DATA_DIR ?? './data');
  const given = values.DATABASE_URL !== undefined || values.ENCRYPTION_KEY !== undefined;
  if (given || existsSync(secretsFile(dataDir)) || !existsSync(backupSecretsFile(dir))) return false;
  await mkdir(dataDir, { recursive: true });
  await copySecretsFile(backupSecretsFile(dir), secretsFile(dataDir));
  return true;
}

/**
 * Restores a backup into the configured database, which must be empty, and migrates it. It can be repeated until the rows
 * are committed. @returns violated invariants
 */
export async function restoreBackup(
  config: AppConfig,
  dir: string,
  { newKey, log: say }: RestoreOptions,
): Promise<{ manifest: Manifest; violations: Violation[] }> {
  const manifest = await readManifest(dir);
  const sameKey = manifest.keyFingerprint === keyFingerprint(config.encryptionKey);
  if (!sameKey && !newKey) throw new CliError(otherKey);
  return withDatabase(config, { exclusive: true, existing: false, otherKey: true }, async (ownerUrl) => {
    await withConnection(ownerUrl, async (owner) => {
      await assertDatabaseUnused(owner);
      await assertDatabaseEmpty(owner);
    });
    const orm = await MikroORM.init(await ownerConfig(ownerUrl));
    try {
      await refuseOtherVersions(orm, manifest);
      say('Verifying the checksums');
      await assertIntact(dir, manifest);
      // the schema as it was: exactly the backup's migrations
      await prepareEmptyDatabase(ownerUrl, config.encryptionKey, migrationsOf(ownerUrl, manifest.migrations), {
        newKey,
      });
    } finally {
      await orm.close(true);
    }
    if (manifest.media) {
      say(
        `Copying ${manifest.media.count} files to ${config.bucket ? `the bucket ${config.bucket.name}` : config.storageDir}`,
      );
      await restoreMedia(await openStorage(config), dir);
    }
    say('Loading the tables');
    await withConnection(ownerUrl, (owner) =>
      loadDatabase(owner, dir, manifest, sameKey ? undefined : new SecretCipher(config)),
    );
    say('Migrating to the newest schema and checking the invariants');
    const violations = await runAsPlatform((db) => checkInvariants(db, { stopped: true }), config);
    return { manifest, violations };
  });
}

/** @throws CliError when this program, or the database, has other migrations than the backup needs */
async function refuseOtherVersions(orm: MikroORM, { migrations, productVersion }: Manifest): Promise<void> {
  const executed = (await orm.migrator.getExecuted()).map(({ name }) => name);
  const pending = (await orm.migrator.getPending()).map(({ name }) => name);
  const [baseline = ''] = [...executed, ...pending].toSorted();
  if (!migrations.includes(baseline))
    throw new CliError(
      `The backup is of a version before 1.0.0 (${productVersion}, without migration ${baseline}), which this program cannot read: restore it with the version that made it.`,
    );
  const unknown = migrations.filter((name) => !executed.includes(name) && !pending.includes(name));
  if (unknown.length > 0)
    throw new CliError(
      `The backup is of a newer version (${productVersion}, migration ${unknown.at(-1)}) than this program: install that version or a later one.`,
    );
  const beyond = executed.filter((name) => !migrations.includes(name));
  if (beyond.length > 0)
    throw new CliError(
      `The database has no rows, but tables of a later version than the backup (migration ${beyond.at(-1)}): make an empty database.`,
    );
}

const otherKey = `The backup was made with another ENCRYPTION_KEY than the one that is set.
Set the one of the backup (with an embedded database: its secrets.json in DATA_DIR), or use --new-key. Then these are lost:
  - credentials of connections to providers: they are disconnected until the credentials are entered again
  - API tokens of connections: each gets a new one, which has to be set in the integrations
  - secret settings, like keys of payment gateways
  - password reset codes that have not been used yet
Conversations, people, files and passwords are not affected.`;
