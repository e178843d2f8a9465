import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MikroORM } from '@mikro-orm/postgresql';
import { type BackupOptions, keepNewest, makeBackup } from '../../../src/cli/lib/backup/make-backup.js';
import {
  type Manifest,
  manifestFile,
  mediaFile,
  readManifest,
  tableFile,
} from '../../../src/cli/lib/backup/manifest.js';
import { restoreBackup } from '../../../src/cli/lib/backup/restore-backup.js';
import { assertIntact } from '../../../src/cli/lib/backup/verify.js';
import type { AppConfig } from '../../../src/core/config/config.js';
import { schemaDifference } from '../../../src/core/database/schema-difference.js';
import { ownerConfig } from '../../../src/mikro-orm.config.js';
import { startApp, type TestApp } from '../../support/app.js';
import { bodyOf } from '../../support/client.js';
import type { TestDatabase } from '../../support/database.js';
import { files } from '../../support/files.js';
import { violationsIn } from '../../support/invariants.js';
import { checksums, type OtherCompany, otherCompany } from '../../support/other-company.js';
import { configOf, removeData, SecondServer, secretConnection, startOn } from '../../support/second-server.js';
import { password, type World, world } from '../../support/world.js';

interface ConnectionView {
  readonly id: number;
  readonly channel: string;
  readonly status: string;
  readonly token: string;
  readonly metaToken: string | null;
  readonly lastError: { readonly text: string } | null;
}

let app: TestApp;
let quiet: OtherCompany;
let busy: World;
let cloud: ConnectionView;
let folder: string;
let backup: { dir: string; manifest: Manifest };
let other: SecondServer;
let target: TestDatabase;
let config: AppConfig;
let writtenBefore = 0;
let writtenAfter = 0;

const options = (more: Partial<BackupOptions> = {}): BackupOptions => ({
  to: folder,
  withMedia: true,
  withSecrets: false,
  ...more,
});
const restore = (into: AppConfig, dir = backup.dir, newKey = false) =>
  restoreBackup(into, dir, { newKey, log: () => undefined });
const count = async (database: Pick<TestDatabase, 'query'>, from: string): Promise<number> =>
  Number((await database.query<{ count: string }>(`select count(*) from ${from}`))[0]?.count);

beforeAll(async () => {
  [app, other, folder] = await Promise.all([
    startApp(),
    SecondServer.start(),
    mkdtemp(join(tmpdir(), 'atende-backups-')),
  ]);
  // its marked texts violate the invariant of last messages
  quiet = await otherCompany(app);
  busy = await world(app);
  const made = await busy.admin.post<ConnectionView>('/whatsapp', {
    ...secretConnection,
    queueIds: [busy.sales.id],
  });
  cloud = bodyOf(made, 201);
  await busy.customer().says('antes do backup');
  await app.settled();
});
afterAll(async () => {
  await app.close();
  await target?.drop();
  await other.stop();
  if (config) await removeData(config);
  await rm(folder, { recursive: true, force: true });
});

test('a backup is a consistent snapshot during writes', async () => {
  writtenBefore = await count(app.database, `messages where company_id = ${busy.companyId}`);
  const { admin, connection } = busy;
  let making = true;
  const writing = Array.from({ length: 4 }, async (_, writer) => {
    for (let number = 0; making && number < 30; number += 1) {
      const body = {
        from: `55119800000${writer}`,
        name: `Cliente ${writer}`,
        body: `mensagem ${number}`,
        media: null,
        quotedId: null,
      };
      bodyOf(await admin.post(`/sandbox/${connection.id}/messages`, body), 202);
    }
  });
  backup = await makeBackup(app.config, options());
  making = false;
  await Promise.all(writing);
  await app.settled();
  writtenAfter = await count(app.database, `messages where company_id = ${busy.companyId}`);

  expect(writtenAfter).toBeGreaterThan(writtenBefore);
  expect(await readdir(folder)).toEqual([expect.stringMatching(/^backup-\d{8}-\d{6}$/)]);
  await assertIntact(backup.dir, backup.manifest);
  expect(backup.manifest.media).toMatchObject({ missing: { count: 0 }, vanished: 0 });
  expect(backup.manifest.tables.map(({ name }) => name)).toEqual(
    (
      await app.database.query<{ name: string }>(
        "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'mikro_orm_migrations' order by 1",
      )
    ).map(({ name }) => name),
  );
});

test('its files are readable by their owner only and contain no secret', async () => {
  expect((await stat(backup.dir)).mode & 0o777).toBe(0o700);
  const text = await readFile(manifestFile(backup.dir), 'utf8');
  expect(text).not.toContain(app.config.encryptionKey.toString('hex'));
  expect(text).not.toContain(app.config.encryptionKey.toString('base64'));
  expect(await readdir(backup.dir)).not.toContain('secrets.json');
  await expect(makeBackup(app.config, options({ withSecrets: true }))).rejects.toThrow(/keep ENCRYPTION_KEY/);
  expect(await readdir(folder)).toHaveLength(1);
});

describe('a damaged or unsuitable backup is refused and changes nothing', () => {
  let empty: TestDatabase;
  let into: AppConfig;
  let damaged: string;

  beforeAll(async () => {
    empty = await other.database();
    into = await configOf(empty.url);
  });
  beforeEach(async () => {
    damaged = await mkdtemp(join(folder, 'damaged-'));
    await cp(backup.dir, damaged, { recursive: true });
  });
  afterEach(async () => {
    await rm(damaged, { recursive: true });
    expect(await count(empty, "pg_tables where schemaname = 'public' and tablename <> 'mikro_orm_migrations'")).toBe(0);
  });
  afterAll(async () => {
    await empty.drop();
    await removeData(into);
  });
  const rewrite = (changes: Partial<Manifest>) =>
    writeFile(manifestFile(damaged), JSON.stringify({ ...backup.manifest, ...changes }));

  test('a table with one changed byte', async () => {
    const bytes = await readFile(tableFile(damaged, 'messages'));
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
    await writeFile(tableFile(damaged, 'messages'), bytes);
    await expect(restore(into, damaged)).rejects.toThrow(/is damaged:\n {2}- table messages: /);
  });

  test('a truncated table, and a missing one', async () => {
    const bytes = await readFile(tableFile(damaged, 'contacts'));
    await writeFile(tableFile(damaged, 'contacts'), bytes.subarray(0, -20));
    await rm(tableFile(damaged, 'tags'));
    await expect(restore(into, damaged)).rejects.toThrow(
      /table contacts: cannot be read.*\n.*table tags: is not there/,
    );
  });

  test('a file with other content', async () => {
    const [key = ''] = quiet.mediaKeys;
    await writeFile(mediaFile(damaged, key), 'something else');
    await expect(restore(into, damaged)).rejects.toThrow(`media ${key}: 14 bytes instead of`);
  });

  test('a folder without a manifest, and one of a later format', async () => {
    await rewrite({ format: 99 });
    await expect(restore(into, damaged)).rejects.toThrow(/has the format 99/);
    await rm(manifestFile(damaged));
    await expect(restore(into, damaged)).rejects.toThrow(/no complete backup/);
  });

  test('a backup of a newer version', async () => {
    await rewrite({ migrations: [...backup.manifest.migrations, '29990101000000-hovercraft'] });
    await expect(restore(into, damaged)).rejects.toThrow(/newer version .*29990101000000-hovercraft/);
  });

  test('a backup of a version before 1.0.0', async () => {
    await rewrite({ migrations: ['20250101000000-first', '20250102000000-second'], productVersion: '0.9.0' });
    await expect(restore(into, damaged)).rejects.toThrow(/before 1\.0\.0 \(0\.9\.0, without migration 2/);
  });

  test('another key', async () => {
    const stranger = await configOf(empty.url, Buffer.from('0123456789abcdef0123456789abcdef'));
    await expect(restore(stranger, damaged)).rejects.toThrow(/another ENCRYPTION_KEY[\s\S]*--new-key/);
    await removeData(stranger);
  });
});

test('it is restored into another server by an owner that is no superuser', async () => {
  target = await other.database();
  config = await configOf(target.url);
  const { violations } = await restore(config);
  expect(violations).toEqual(await violationsIn(app));

  const restored = { database: target };
  // repeated tasks of the installation add jobs of their own
  const ofCompany = ({ outbox_jobs: _, ...sums }: Record<string, string>) => sums;
  expect(ofCompany(await checksums(restored, quiet.companyId))).toEqual(
    ofCompany(await checksums(app, quiet.companyId)),
  );
  const planned = `select t::text as job from outbox_jobs t where company_id = ${quiet.companyId} and run_at > now() + interval '1 hour' order by id`;
  const jobs = await target.query(planned);
  expect(jobs.length).toBeGreaterThan(0);
  expect(jobs).toEqual(await app.database.query(planned));
  const plans = 'select string_agg(p::text, chr(10) order by id) as text from plans p';
  expect(await target.query(plans)).toEqual(await app.database.query(plans));

  const written = await count(target, `messages where company_id = ${busy.companyId}`);
  expect(written).toBeGreaterThanOrEqual(writtenBefore);
  expect(written).toBeLessThanOrEqual(writtenAfter);
  for (const { name, rows } of backup.manifest.tables) expect([name, await count(target, name)]).toEqual([name, rows]);
});

test('policies, foreign keys and sequences are restored', async () => {
  const orm = await MikroORM.init(await ownerConfig(target.url));
  expect(await schemaDifference(orm)).toEqual([]);
  await orm.close(true);
  const open =
    "select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and not (relrowsecurity and relforcerowsecurity) order by 1";
  expect(await target.query(open)).toEqual(await app.database.query(open));
  for (const { name, value } of backup.manifest.sequences)
    expect(await target.query(`select last_value::text as value from ${name}`)).toEqual([{ value }]);
});

test('the application starts on it: sign-in, files, secrets and new rows work', async () => {
  const { nest, client } = await startOn(config);
  try {
    bodyOf(await client.signIn(busy.admin.me.email, password));
    const file = await client.download(quiet.mediaUrls[0] ?? '');
    expect([file.status, Buffer.from(await file.arrayBuffer())]).toEqual([200, files.png.bytes]);
    const found = bodyOf(await client.get<ConnectionView>(`/whatsapp/${cloud.id}`));
    expect(found).toMatchObject({ status: 'OPENING', token: cloud.token, metaToken: secretConnection.metaToken });
    bodyOf(await client.post('/tags', { name: 'depois da volta', color: '#010203' }), 201);
    await expect(restore(config)).rejects.toThrow(/in use/);
  } finally {
    await nest.close();
  }
});

test('a database with rows is not restored into', async () => {
  await expect(restore(config)).rejects.toThrow(/not empty \(table \w+\)/);
  expect(await count(target, "tags where name = 'depois da volta'")).toBe(1);
});

test('without the key everything is restored except what was encrypted with it', async () => {
  const database = await other.database();
  const stranger = await configOf(database.url, Buffer.from('fedcba98765432100123456789abcdef'));
  await restore(stranger, backup.dir, true);

  const untouched = ({
    connections: _,
    settings: __,
    password_resets: ___,
    outbox_jobs: ____,
    two_factors: _____,
    webhook_endpoints: ______,
    queue_integrations: _______,
    prompts: ________,
    sms_gateways: _________,
    whatsapp_keys: _phoneKeys,
    whatsapp_messages: _phoneMessages,
    whatsapp_sessions: _phones,
    ...sums
  }: Record<string, string>) => sums;
  expect(untouched(await checksums({ database }, quiet.companyId))).toEqual(
    untouched(await checksums(app, quiet.companyId)),
  );
  expect(await count(database, "settings where key = 'ipixc'")).toBe(0);
  expect(await count(database, 'webhook_endpoints where secret is not null or active')).toBe(0);
  const { nest, client } = await startOn(stranger);
  bodyOf(await client.signIn(busy.admin.me.email, password));
  const lost = bodyOf(await client.get<ConnectionView>(`/whatsapp/${cloud.id}`));
  expect(lost).toMatchObject({ status: 'DISCONNECTED', metaToken: null });
  expect(lost.lastError?.text).toMatch(/chave .* perdida/);
  expect(lost.token).toMatch(/^[0-9a-f]{64}$/);
  expect(lost.token).not.toBe(cloud.token);
  expect(bodyOf(await client.get<ConnectionView>(`/whatsapp/${busy.connection.id}`)).status).toBe('CONNECTED');
  await nest.close();
  await database.drop();
  await removeData(stranger);
});

test('missing files are reported, and so is what was left out', async () => {
  const [key = ''] = quiet.mediaKeys;
  await rm(join(app.config.storageDir, key));
  const { manifest } = await makeBackup(app.config, options({ now: new Date('2027-01-02T03:04:05Z') }));
  expect(manifest.media?.missing).toEqual({ count: 1, examples: [key] });
  const bare = await makeBackup(app.config, options({ now: new Date('2027-01-02T03:04:06Z'), withMedia: false }));
  expect((await readManifest(bare.dir)).media).toBeNull();
});

test('old backups are removed, the newest and other folders stay', async () => {
  await writeFile(join(folder, 'notas.txt'), 'minhas');
  const names = (await readdir(folder)).toSorted();
  expect(await keepNewest(folder, 2)).toEqual(names.filter((name) => name.startsWith('backup-')).slice(0, 1));
  expect((await readdir(folder)).toSorted()).toEqual(['backup-20270102-030405', 'backup-20270102-030406', 'notas.txt']);
});

test('an interrupted backup leaves no folder with the name of a backup', async () => {
  const wrong = { ...app.config, encryptionKey: Buffer.from('0123456789abcdef0123456789abcdef') };
  await expect(makeBackup(wrong, options({ now: new Date('2027-05-05T00:00:00Z') }))).rejects.toThrow(
    /not the key of this/,
  );
  expect((await readdir(folder)).filter((name) => name.startsWith('backup-202705'))).toEqual([]);
});
