import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TOTP } from 'otpauth';
import { makeBackup } from '../../../src/cli/lib/backup/make-backup.js';
import { restoreBackup } from '../../../src/cli/lib/backup/restore-backup.js';
import { eraseSecrets, reencryptDatabase, rotateKey } from '../../../src/cli/lib/rotate-key.js';
import { withDatabase } from '../../../src/cli/lib/with-database.js';
import { AppConfig } from '../../../src/core/config/config.js';
import { activateNextSecrets, nextSecrets, writeNextSecrets } from '../../../src/core/config/secrets-file.js';
import { SecretCipher } from '../../../src/core/crypto/secret-cipher.js';
import { connectDatabase } from '../../../src/core/database/connect-database.js';
import { migrationsOf } from '../../../src/mikro-orm.config.js';
import { secretColumns } from '../../../src/secret-columns.js';
import { startApp, type TestApp } from '../../support/app.js';
import { bodyOf } from '../../support/client.js';
import type { TestDatabase } from '../../support/database.js';
import { configOf, removeData, SecondServer, secretConnection, startOn } from '../../support/second-server.js';
import { jwtSecret } from '../../support/test-config.js';
import { password, type World, world } from '../../support/world.js';

interface ConnectionView {
  readonly id: number;
  readonly token: string;
  readonly metaToken: string | null;
}

interface Secret {
  readonly secret: string;
}

let app: TestApp;
let w: World;
let cloud: ConnectionView;
let appSecret: string;
/** By which an integration signs. */
let signing: Secret & { path: string };
let other: SecondServer;
let folder: string;
let backup: string;
let database: TestDatabase;
let config: AppConfig;
const newKey = randomBytes(32);

/** A company with all encrypted values, in a database on a separate server: roles belong to the whole server. */
beforeAll(async () => {
  [app, other, folder] = await Promise.all([
    startApp(),
    SecondServer.start(),
    mkdtemp(join(tmpdir(), 'atende-rotation-')),
  ]);
  // accessible to the account of an embedded server
  await chmod(folder, 0o755);
  w = await world(app);
  const made = await w.admin.post<ConnectionView>('/whatsapp', {
    ...secretConnection,
    queueIds: [w.sales.id],
  });
  cloud = bodyOf(made, 201);
  bodyOf(await w.admin.put('/settings/asaas', { value: 'a-chave-do-banco' }));
  bodyOf(await w.admin.post('/prompt', { name: 'Lia', prompt: 'Ajude', apiKey: 'sk-segredo' }), 201);
  bodyOf(
    await w.admin.post('/queueIntegration', { type: 'dialogflow', name: 'Antigo', jsonContent: '{"key":"x"}' }),
    201,
  );
  const n8n = { type: 'n8n', name: 'Pedidos', urlN8N: 'https://n8n.test/webhook' };
  const { id } = bodyOf(await w.admin.post<{ id: number }>('/queueIntegration', n8n), 201);
  signing = {
    path: `/queueIntegration/${id}/secret`,
    ...bodyOf(await w.admin.get<Secret>(`/queueIntegration/${id}/secret`)),
  };
  appSecret = bodyOf(await w.supervisor.post<{ secret: string }>('/auth/two-factor', { password })).secret;
  bodyOf(await w.supervisor.post('/auth/two-factor/confirm', { code: new TOTP({ secret: appSecret }).generate() }));
  await app.nest.close();
  // as a code that waits while the mail server is unavailable
  const encrypted = new SecretCipher(app.config).encrypt(
    '123456',
    `outbox_jobs|${w.companyId}|send-reset-code|${w.attendant.id}`,
  );
  await app.database.query(
    "insert into outbox_jobs (company_id, name, payload, run_at) values ($1, 'send-reset-code', $2, now() + interval '1 day')",
    [w.companyId, JSON.stringify({ userId: w.attendant.id, sealedCode: encrypted })],
  );
  await app.database.query(
    "insert into password_resets (company_id, user_id, code_hash, expires_at) values ($1, $2, 'x', now() + interval '15 minutes')",
    [w.companyId, w.attendant.id],
  );
  backup = (await makeBackup(app.config, { to: folder, withMedia: true, withSecrets: false })).dir;
  database = await other.database();
  config = await configOf(database.url);
  await restoreBackup(config, backup, { newKey: false, log: () => undefined });
});
afterAll(async () => {
  await app.close();
  await database.drop();
  await other.stop();
  await removeData(config);
  await rm(folder, { recursive: true, force: true });
});

/** All values in the database that look encrypted or are keyed hashes. */
async function encryptedValues(): Promise<string[]> {
  const tables = await database.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public'",
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await database.query<{ value: string }>(
      `select (regexp_matches(t::text, 'v1\\.[\\w-]{16}\\.[\\w-]{22}\\.[\\w-]+', 'g'))[1] as value from ${name} t`,
    );
    found.push(...rows.map(({ value }) => value));
  }
  const hashes = await database.query<{ hash: string }>(
    'select token_hash as hash from connections where token_hash is not null union all select code_hash from password_resets',
  );
  return [...found, ...hashes.map(({ hash }) => hash)];
}

async function opensEverything(key: Buffer): Promise<void> {
  const { nest, client } = await startOn({ ...config, encryptionKey: key });
  try {
    await database.query('update two_factors set last_step = 0');
    const code = new TOTP({ secret: appSecret }).generate();
    bodyOf(await client.post('/auth/login', { email: w.supervisor.me.email, password, code }));
    bodyOf(await client.signIn(w.admin.me.email, password));
    expect(bodyOf(await client.get<ConnectionView>(`/whatsapp/${cloud.id}`))).toMatchObject({
      token: cloud.token,
      metaToken: secretConnection.metaToken,
    });
    expect(bodyOf(await client.get<Secret>(signing.path)).secret).toBe(signing.secret);
    const settings = bodyOf(await client.get<{ key: string; value: string }[]>('/settings'));
    expect(settings).toContainEqual({ key: 'asaas', value: '••••' });
    await expect(rotateKey({ ...config, encryptionKey: key }, randomBytes(32), false)).rejects.toThrow(/in use/);
  } finally {
    await nest.close();
  }
}

test('a value of an undeclared column cannot be encrypted', () => {
  const sealer = new SecretCipher(config);
  expect(() => sealer.encrypt('x', 'tickets|1|2|secret')).toThrow(/not declared/);
  expect(() => sealer.encrypt('x', 'settings|1|userRating')).toThrow(/not declared/);
});

test('every declared column is in the list of the programs', async () => {
  const src = join(import.meta.dirname, '../../../src');
  const files = (await readdir(src, { recursive: true })).filter((name) => /\.(database|entity)\.ts$/.test(name));
  const texts = await Promise.all(files.map((name) => readFile(join(src, name), 'utf8')));
  const declared = texts.join().match(/^(defineSecretColumn| {2}@Encrypted)\(/gm) ?? [];
  expect(declared.length).toBeGreaterThanOrEqual(13);
  expect(secretColumns).toHaveLength(declared.length);
});

test('a value that neither key decrypts prevents every change', async () => {
  const before = await encryptedValues();
  expect(before.length).toBeGreaterThanOrEqual(10);
  const wrong = { ...config, encryptionKey: randomBytes(32) };
  await expect(rotateKey(wrong, newKey, false)).rejects.toThrow(/opens with neither key/);
  await expect(rotateKey(config, undefined, false)).rejects.toThrow(/ATENDE_NEW_KEY/);
  await expect(rotateKey(config, config.encryptionKey, false)).rejects.toThrow(/is the old one/);

  await database.query("update settings set value = 'v1.danificado' where key = 'asaas'");
  await expect(rotateKey(config, newKey, false)).rejects.toThrow(/settings\|\d+\|asaas opens with neither/);
  const kept = await encryptedValues();
  expect(before.filter((value) => !kept.includes(value))).toHaveLength(1);
  const encrypted = new SecretCipher(config).encrypt('a-chave-do-banco', `settings|${w.companyId}|asaas`);
  await database.query("update settings set value = $1 where key = 'asaas'", [encrypted]);
  await opensEverything(config.encryptionKey);
});

test('all encrypted values have the new key, and the roles its passwords', async () => {
  const before = new Set(await encryptedValues());
  expect(await rotateKey(config, newKey, false)).toEqual({ reencrypted: 11, alreadyRotated: 0 });
  const after = await encryptedValues();
  expect(after.filter((value) => before.has(value))).toEqual([]);
  // codes are removed
  expect(after).toHaveLength(before.size - 2);
  const fences = await database.query(
    "select 1 from pg_class where relnamespace = 'public'::regnamespace and relrowsecurity and not relforcerowsecurity",
  );
  expect(fences).toEqual([]);
  await opensEverything(newKey);
});

test('a second run changes nothing', async () => {
  expect(await rotateKey(config, newKey, false)).toEqual({ reencrypted: 0, alreadyRotated: 11 });
  await opensEverything(newKey);
});

test('with a lost key the encrypted values are erased and the rest works', async () => {
  const rightKey = { ...config, encryptionKey: newKey };
  await expect(eraseSecrets(rightKey)).rejects.toThrow(/is not lost/);
  await opensEverything(newKey);

  const another = { ...config, encryptionKey: randomBytes(32) };
  await eraseSecrets(another);
  const { nest, client } = await startOn(another);
  bodyOf(await client.signIn(w.supervisor.me.email, password));
  bodyOf(await client.signIn(w.admin.me.email, password));
  const found = bodyOf(await client.get<ConnectionView & { status: string }>(`/whatsapp/${cloud.id}`));
  expect(found).toMatchObject({
    status: 'DISCONNECTED',
    metaToken: null,
    token: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(found.token).not.toBe(cloud.token);
  await nest.close();
});

describe('an embedded installation', () => {
  let dataDir: string;
  let environment: Record<string, string>;

  /** The program as npm runs it, without the build. */
  const program = (...args: string[]): Promise<{ code: number | null; text: string }> =>
    new Promise((done, fail) => {
      const [name = '', ...rest] = args;
      const child = spawn(
        process.execPath,
        ['--import', './scripts/lib/typescript-hooks.mjs', `src/cli/${name}.ts`, ...rest],
        { env: { PATH: process.env['PATH'], ...environment } },
      );
      let text = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
      child.once('error', fail);
      child.once('close', (code) => done({ code, text }));
    });
  const keys = async (): Promise<string[]> => (await readdir(dataDir)).filter((name) => name.startsWith('secrets'));
  const load = (): AppConfig => AppConfig.load(environment);

  beforeAll(() => {
    dataDir = join(folder, 'data');
    environment = { NODE_ENV: 'test', DATA_DIR: dataDir, DEMO: 'off', LOG_LEVEL: 'silent' };
  });

  test('restores a backup with a given key', async () => {
    await mkdir(dataDir);
    writeNextSecrets(dataDir, { jwtSecret, encryptionKey: config.encryptionKey });
    activateNextSecrets(dataDir);
    const [done, wrong] = await Promise.all([program('restore', backup), program('restore')]);
    expect(done).toMatchObject({ code: 0, text: expect.stringContaining('Every invariant holds') });
    expect(wrong).toMatchObject({ code: 2, text: expect.stringContaining('Usage') });
  });

  test('two that start at once on a new folder: one has it, the other is told so', async () => {
    const fresh = AppConfig.load({ ...environment, DATA_DIR: join(folder, 'fresh') });
    const starts = await Promise.allSettled(
      [0, 1].map(() => connectDatabase(fresh, migrationsOf, { exclusive: true })),
    );
    const [started, ...more] = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
    expect(more).toEqual([]);
    expect(starts.flatMap((start) => (start.status === 'rejected' ? [String(start.reason)] : []))).toEqual([
      expect.stringContaining('DATA_DIR is in use by another Atende'),
    ]);
    await started?.stop();
  });

  test('completes a change that was interrupted between database and file', async () => {
    const before = load();
    const next = randomBytes(32);
    writeNextSecrets(dataDir, { jwtSecret, encryptionKey: next });
    await withDatabase(before, { exclusive: true }, (url) => reencryptDatabase(url, before, next));

    await expect(connectDatabase(load(), migrationsOf)).rejects.toThrow(/rotate-key` completes it/);
    expect(await program('rotate-key')).toMatchObject({ code: 0, text: expect.stringContaining('11 had it before') });
    expect(await keys()).toEqual(['secrets.json']);
    expect(load().encryptionKey).toEqual(next);
    expect(nextSecrets(dataDir)).toBeUndefined();
    expect((await stat(join(dataDir, 'secrets.json'))).mode & 0o777).toBe(0o600);
  });

  test('is backed up with its new secrets, and verified', async () => {
    const to = join(folder, 'embedded');
    expect(await program('backup', '--to', to, '--keep', '1', '--with-secrets')).toMatchObject({ code: 0 });
    const [name = ''] = await readdir(to);
    const dir = join(to, name);
    expect(await readFile(join(dir, 'secrets.json'), 'utf8')).toBe(
      await readFile(join(dataDir, 'secrets.json'), 'utf8'),
    );
    expect((await stat(join(dir, 'secrets.json'))).mode & 0o777).toBe(0o600);
    await rm(join(dir, 'tables/users.copy.gz'));
    expect(await program('backup', '--verify', dir)).toMatchObject({
      code: 1,
      text: expect.stringContaining('table users'),
    });
  });
});
