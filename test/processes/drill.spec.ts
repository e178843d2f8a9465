import { readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

  const before = await readdir(tmpdir());
  const said = await installation.run('run.mjs', ['cli/drill']);
  expect(said).toMatch(/backup +[\d.]+ s/);
  expect(said).toMatch(/restore +[\d.]+ s +\d{3,} rows of \d+ tables .*, [1-9]\d* files of media/);
  expect(said).toMatch(/compare +[\d.]+ s +rows of \d+ tables, [1-9]\d* files, [1-9]\d* secrets decrypted/);
  expect(said).toMatch(/start +[\d.]+ s +ready, and it shows a file/);
  expect(said).toContain('Every invariant holds, and the copy has everything.');
  const left = (await readdir(tmpdir())).filter((name) => name.startsWith('atende-drill-') && !before.includes(name));
  expect(left).toEqual([]);

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

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
