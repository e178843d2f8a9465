import { randomBytes } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { demoLogins, demoPassword } from '../../src/demo/logins.js';
import { bodyOf, Client } from '../support/client.js';
import { Installation } from '../support/installation.js';
import { secretConnection } from '../support/second-server.js';
import { until } from '../support/until.js';

interface Connection {
  readonly id: number;
  readonly token: string;
  readonly metaToken: string;
}

let installation: Installation;

beforeAll(async () => {
  // an account of its own, so that everything is below one folder
  installation = await Installation.make(process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {});
  await installation.start();
});
afterAll(() => installation.remove());

async function manager(): Promise<Client> {
  const client = new Client(installation.url);
  bodyOf(await client.signIn(demoLogins[1].email, demoPassword));
  return client;
}

test('a drill beside the running server, and then the disaster: everything is there again', async () => {
  const client = await manager();
  const made = bodyOf(await client.post<Connection>('/whatsapp', { ...secretConnection, queueIds: [] }), 201);

  const before = await drillFolders();
  const said = await installation.run('run.mjs', ['cli/drill']);
  expect(said).toMatch(/backup +[\d.]+ s/);
  expect(said).toMatch(/restore +[\d.]+ s +\d{3,} rows of \d+ tables .*, [1-9]\d* files of media/);
  expect(said).toMatch(/compare +[\d.]+ s +rows of \d+ tables, [1-9]\d* files, [1-9]\d* secrets decrypted/);
  expect(said).toMatch(/start +[\d.]+ s +ready, and it shows a file/);
  expect(said).toContain('Every invariant holds, and the copy has everything.');
  expect(before).toEqual(expect.arrayContaining(await drillFolders()));

  await installation.run('run.mjs', ['cli/backup', '--with-secrets', '--to', 'backups']);
  const [backup = ''] = await readdir(join(installation.folder, 'backups'));
  const data = join(installation.folder, 'data');
  const postmaster = Number((await readFile(join(data, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);
  await installation.stop('SIGKILL');
  process.kill(postmaster, 'SIGQUIT');
  await until('the database has ended', () => !isThere(postmaster));
  await rm(data, { recursive: true });

  expect(await installation.run('run.mjs', ['cli/restore', join('backups', backup)])).toContain(
    'Every invariant holds.',
  );
  await installation.start();
  const found = bodyOf(await (await manager()).get<Connection>(`/whatsapp/${made.id}`));
  expect(found).toMatchObject({ token: made.token, metaToken: secretConnection.metaToken });
});

const drillFolders = async (): Promise<string[]> =>
  (await readdir(tmpdir())).filter((name) => name.startsWith('atende-drill-'));

/** Its database, as the owner. */
async function query<T extends object>(sql: string): Promise<T[]> {
  const data = join(installation.folder, 'data');
  const port = Number((await readFile(join(data, 'postgres/postmaster.pid'), 'utf8')).split('\n')[3]);
  const password = (await readFile(join(data, 'postgres.password'), 'utf8')).trim();
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'atende', password, database: 'atende' });
  await client.connect();
  return client
    .query<T>(sql)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

/** Of a drill that fails. */
async function refusal(...backup: string[]): Promise<{ code: number; stderr: string }> {
  const { code, stderr } = await installation.run('run.mjs', ['cli/drill', ...backup]).then(
    (said) => Promise.reject(new Error(`The drill found nothing: ${said}`)),
    (error: { code: number; stderr: string }) => error,
  );
  return { code, stderr };
}

test('a damaged backup, and what is not in a good one, fail the drill by name', async () => {
  const before = await drillFolders();
  await installation.run('run.mjs', ['cli/backup', '--to', 'damaged']);
  const backup = join('damaged', (await readdir(join(installation.folder, 'damaged')))[0] ?? '');
  const [file] = await query<{ key: string }>(
    'select media_key as key from messages where media_key is not null limit 1',
  );
  const key = file?.key ?? '';
  await rm(join(installation.folder, backup, 'media', key));
  const table = join(installation.folder, backup, 'tables/contacts.copy.gz');
  const rows = gunzipSync(await readFile(table)).toString();
  // of the same length
  await writeFile(table, gzipSync(rows.replace(/[0-8](?=\d{8})/, (digit) => String(Number(digit) + 1))));
  const damaged = await refusal(backup);
  expect(damaged.code).toBe(1);
  expect(damaged.stderr).toContain('table contacts: its content was changed');
  expect(damaged.stderr).toContain(`media ${key}: is not there`);

  // of another key, a counter that is wrong, a file that is lost
  const secret = `v1.${randomBytes(60).toString('base64url')}`;
  const [ticket] = await query<{ id: number }>(
    'update tickets set unread_messages = unread_messages + 7 where id = (select min(id) from tickets) returning id::int',
  );
  const [connection] = await query<{ id: number }>(
    `update connections set token = '${secret}' where id = (select min(id) from connections where token is not null) returning id::int`,
  );
  await rm(join(installation.folder, 'data/media', key));
  const differs = await refusal();
  expect(differs.code).toBe(1);
  expect(differs.stderr).toMatch(
    new RegExp(`secret connections\\|\\d+\\|${connection?.id}\\|connection-token cannot be decrypted`),
  );
  expect(differs.stderr).toContain(`files that rows name are not there, as ${key}`);
  expect(differs.stderr).toContain('the unread counter of a conversation is the number of its unread messages');
  expect(differs.stderr).toMatch(new RegExp(`\\b${ticket?.id}\\b`));
  expect(before).toEqual(expect.arrayContaining(await drillFolders()));
});

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
