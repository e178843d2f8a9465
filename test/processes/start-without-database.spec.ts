import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PostgresProcess } from '../support/postgres-process.js';
import { ServerProcess } from '../support/server-process.js';
import { superLogin } from '../support/test-config.js';
import { until } from '../support/until.js';

const patienceMs = 120_000;

/** What keeps a start waiting at a statement until PostgreSQL crashes. */
const obstacles = [
  ['its preparation', "select pg_advisory_lock(hashtext('atende:prepare'))"],
  ['its first administrator', "select pg_advisory_lock(hashtextextended('ensure-super', 0))"],
  ['webhook endpoints', 'begin; lock table webhook_endpoints'],
  ['push subscriptions', 'begin; lock table push_subscriptions'],
  ['the warm-up', 'begin; lock table sessions'],
] as const;

let folder: string;
let postgres: PostgresProcess;
let server: ServerProcess;

const ENCRYPTION_KEY = randomBytes(32).toString('hex');

const environment = (url: string) => ({
  DATABASE_URL: url,
  DATA_DIR: join(folder, 'data'),
  JWT_SECRET: randomBytes(32).toString('hex'),
  ENCRYPTION_KEY,
  ADMIN_EMAIL: superLogin.email,
  ADMIN_PASSWORD: superLogin.password,
  DEMO: 'off',
});

const serverOf = (name: string, url: string): Promise<ServerProcess> =>
  ServerProcess.create({ name, log: join(folder, `${name}.log`), env: environment(url) });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atende-start-'));
  await chmod(folder, 0o755);
  postgres = await PostgresProcess.start();
  server = await serverOf('server', postgres.url);
  await server.start();
  await server.ready({ patienceMs });
}, patienceMs);
afterAll(async () => {
  await server.stop();
  await postgres.close();
  await rm(folder, { recursive: true, force: true });
});

test.each(obstacles)(
  'a process that starts while PostgreSQL crashes waits for it: at %s',
  async (_name, obstacle) => {
    await server.stop();
    await postgres.rows(obstacle);
    await server.start();
    await until('the start waits', async () => (await postgres.count('pg_locks where not granted')) > 0, patienceMs);
    await postgres.stop('crash');
    await postgres.start();
    await server.ready({ patienceMs });
    expect(server.crashes).toEqual([]);
  },
  patienceMs * 3,
);

/** Ends by itself: exit code and what it printed. */
const ended = (file: string, args: readonly string[], env: Readonly<Record<string, string>>) =>
  promisify(execFile)(process.execPath, [join('dist/server/src', file), ...args], { env }).then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, output: stdout + stderr }),
  );

test.each([
  ['the start of a server', 'main.js', []],
  [
    'the start of a worker',
    'main.js',
    [],
    { ROLE: 'worker', REDIS_URL: 'redis://127.0.0.1:1', STORAGE_URL: 'file:/tmp?shared=1' },
  ],
  ['a new administrator', 'cli/admin.js', ['create-super', 'outra@empresa.test']],
  ['the check of the data', 'cli/invariants.js', []],
  ['a backup', 'cli/backup.js', []],
  ['an import', 'cli/import-whaticket.js', ['--url', 'postgres://127.0.0.1:1/x']],
] as const)(
  'with a wrong key %s is refused, and the server goes on',
  async (_name, file, args, more: Record<string, string> = {}) => {
    const passwords = () => postgres.rows('select rolname, rolpassword from pg_authid order by 1');
    const before = await passwords();
    const env = {
      ...environment(postgres.url),
      ENCRYPTION_KEY: randomBytes(32).toString('hex'),
      ...more,
    };
    const { code, output } = await ended(file, args, env);
    expect(code).toBe(1);
    expect(output).toContain('ENCRYPTION_KEY is not the key of this database');
    expect(output).not.toMatch(/^ +at /m);
    expect(await passwords()).toEqual(before);
    await server.ready();
    expect(server.crashes).toEqual([]);
  },
  patienceMs,
);

test('a start on a port that is in use says so', async () => {
  const { port } = new URL(server.url);
  const { code, output } = await ended('main.js', [], { ...environment(postgres.url), PORT: port, HOST: '127.0.0.1' });
  expect(code).toBe(1);
  expect(output).toContain(`PORT ${port} is in use by another program`);
  expect(output).not.toMatch(/^ +at /m);
}, 120_000);

test('a start that fails says why, with lines of the sources', async () => {
  const missing = await serverOf('missing', new URL('/outra', postgres.url).href);
  await missing.start();
  await until('it ends', async () => missing.crashes.length > 0, patienceMs);
  await missing.stop();
  const output = await readFile(join(folder, 'missing.log'), 'utf8');
  expect(output).toContain('Error: database "outra" does not exist');
  expect(output).toMatch(/at async connectDatabase \(file:\S+\/src\/core\/database\/connect-database\.ts:\d+:\d+\)/);
}, 120_000);
