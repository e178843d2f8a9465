import pg, { type ClientBase } from 'pg';
import { ConfigError } from '../config/read-environment.js';
import { roles } from '../database/database-types.js';
import { newKeyCheck, openKeyCheck } from './key-check.database.js';
import { SecretCipher } from './secret-cipher.js';
import { declaredSecretColumns, type EncryptedRow } from './secret-columns.js';

const wrongKey = `ENCRYPTION_KEY is not the key of this database, in which nothing was changed. Set the one that it was set up with
    (embedded: the secrets.json of its DATA_DIR; of a copy: the original's). When that one is lost, stop every server and run
    \`npm run rotate-key -- --key-lost\``;

/** How many secrets of each table are tried: some of them may be damaged. */
const mostRows = 100;

const opens = (decrypt: () => string): boolean => {
  try {
    decrypt();
    return true;
  } catch {
    return false;
  }
};

/**
 * Compares the key with what is stored; changes nothing. Without a check (earlier version) it tries the secrets.
 * @returns whether a check is stored
 * @throws ConfigError when the database has another key
 */
export async function assertKey(client: ClientBase, encryptionKey: Buffer): Promise<boolean> {
  const cipher = new SecretCipher({ encryptionKey });
  const table = await client.query("select 1 where to_regclass('public.key_checks') is not null");
  const found =
    table.rowCount === 0 ? [] : (await client.query<{ value: string }>('select value from key_checks')).rows;
  const right =
    found.length > 0
      ? found.every(({ value }) => opens(() => openKeyCheck(cipher, value)))
      : await opensSecrets(client, cipher);
  if (!right) throw new ConfigError([wrongKey]);
  return found.length > 0;
}

/** Stores a check of the key when {@link assertKey} found none. */
export async function storeKeyCheck(client: ClientBase, encryptionKey: Buffer): Promise<void> {
  await client.query('insert into key_checks (value) values ($1)', [newKeyCheck(new SecretCipher({ encryptionKey }))]);
}

/** Whether at least one secret can be decrypted, or no secret is stored. */
async function opensSecrets(client: ClientBase, cipher: SecretCipher): Promise<boolean> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [roles.platform]);
  if (rowCount === 0) return true;
  let secrets = 0;
  await client.query('begin');
  try {
    // row security hides the rows from the owner; the grant below is rolled back
    const setRole = `set local role ${roles.platform}`;
    if (!(await attempt(client, setRole))) {
      // without the right to grant, this owner cannot change the roles' passwords either, which depend on the key
      if (!(await attempt(client, `grant ${roles.platform} to current_user`))) return true;
      await client.query(setRole);
    }
    for (const { reencrypt } of declaredSecretColumns) {
      if (!reencrypt) continue;
      const { select, context } = reencrypt;
      // the columns may be missing in a schema of an earlier version
      const found = await attempt<EncryptedRow>(client, `select * from (${select}) s limit ${mostRows}`);
      for (const row of found ?? [])
        for (const [name, value] of Object.entries(row.values)) {
          if (opens(() => cipher.decrypt(value, context(row, name)))) return true;
          secrets += 1;
        }
    }
  } finally {
    await client.query('rollback');
  }
  return secrets === 0;
}

const isMissing = /^42(P01|703|501)$/;

/** Returns the rows, or undefined when a table, column or grant is missing; the transaction stays usable. */
async function attempt<T extends object>(client: ClientBase, statement: string): Promise<T[] | undefined> {
  await client.query('savepoint attempt');
  try {
    return (await client.query<T>(statement)).rows;
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && isMissing.test(error.code ?? ''))) throw error;
    await client.query('rollback to savepoint attempt');
    return undefined;
  }
}
