import { execFile, spawn } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { bodyOf, Client } from '../support/client.js';
import { cloneDatabase } from '../support/database.js';
import { freePort } from '../support/free-port.js';
import { terminate } from '../support/server-process.js';
import { encryptionKey, jwtSecret, superLogin } from '../support/test-config.js';
import { until } from '../support/until.js';

const sources = [
  'src',
  'migrations',
  'scripts',
  'docs/ARCHITECTURE.md',
  'package.json',
  'biome.json',
  '.swcrc',
  '.gitignore',
];
const fromSources = ['--import', './scripts/lib/typescript-hooks.mjs'];

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atende-new-'));
  for (const name of sources) await cp(name, join(folder, name), { recursive: true });
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const run = (...args: string[]) => promisify(execFile)(process.execPath, args, { cwd: folder });

test('the commands of the README make a module that works', async () => {
  const commands = [...(await readFile('README.md', 'utf8')).matchAll(/^npm run (new|migration --) (\S+) /gm)];
  const [path = '', migration = ''] = commands.map(([, , name]) => name);
  const many = basename(path);
  await run('scripts/new-module.mjs', path);
  const { stdout } = await run(...fromSources, 'src/cli/migration.ts', migration);
  expect(await readFile(join(folder, stdout.trim()), 'utf8')).toContain(
    `alter table "${many}" force row level security`,
  );

  const database = await cloneDatabase();
  const port = String(await freePort());
  const env = {
    ...{ PATH: process.env['PATH'], NODE_ENV: 'test', PORT: port, DATA_DIR: join(folder, 'data') },
    ...{ DATABASE_URL: database.url, ENCRYPTION_KEY: encryptionKey.toString('hex'), JWT_SECRET: jwtSecret },
    ...{ ADMIN_EMAIL: superLogin.email, ADMIN_PASSWORD: superLogin.password, DEMO: 'off', LOG_LEVEL: 'warn' },
  };
  const server = spawn(process.execPath, [...fromSources, 'src/main.ts'], { cwd: folder, env, stdio: 'inherit' });
  try {
    const client = new Client(`http://127.0.0.1:${port}`);
    await until(
      'the server answers',
      () =>
        fetch(`http://127.0.0.1:${port}/health/ready`).then(
          ({ ok }) => ok,
          () => false,
        ),
      120_000,
    );
    bodyOf(await client.signIn(superLogin.email, superLogin.password));
    bodyOf(await client.post(`/${many}`, { name: 'O primeiro' }), 201);
    expect(bodyOf(await client.get<{ count: number }>(`/${many}`))).toMatchObject({ count: 1 });
    const { resources } = bodyOf(await client.get<{ resources: { name: string; menu: object }[] }>('/resources'));
    expect(resources).toContainEqual(expect.objectContaining({ name: many, menu: expect.anything() }));
  } finally {
    await terminate(server);
    await database.drop();
  }
});

test.each([
  ['a resource', 'contacts/saved-views', 'src/modules/people/saved-views/'],
  ['a table', 'contacts/chat-users', "tableName: 'chat_users'"],
  ['an entity', 'platform/holidays', 'src/modules/people/opening-hours/holiday'],
  ['an entity of core', 'contacts/audit-entries', 'src/core/audit/audit-entry.entity.ts'],
  ['a module', 'platform/reports', 'src/modules/insight/reports/reports.module.ts'],
  ['a route', 'people/relatories', "@Controller('relatories'"],
  ['a folder', 'contacts/tags', 'src/modules/contacts/tags is there already'],
])('a name that %s has is refused, by the file that has it', async (_, path, holder) => {
  await expect(run('scripts/new-module.mjs', path)).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining(holder),
  });
});
