import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

const serverOf = (name: string, url: string): Promise<ServerProcess> =>
  ServerProcess.create({
    name,
    log: join(folder, `${name}.log`),
    env: {
      DATABASE_URL: url,
      DATA_DIR: join(folder, 'data'),
      JWT_SECRET: randomBytes(32).toString('hex'),
      ENCRYPTION_KEY: randomBytes(32).toString('hex'),
      ADMIN_EMAIL: superLogin.email,
      ADMIN_PASSWORD: superLogin.password,
      DEMO: 'off',
    },
  });

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

test('a start that fails says why, with lines of the sources', async () => {
  const missing = await serverOf('missing', new URL('/outra', postgres.url).href);
  await missing.start();
  await until('it ends', async () => missing.crashes.length > 0, patienceMs);
  await missing.stop();
  const output = await readFile(join(folder, 'missing.log'), 'utf8');
  expect(output).toContain('Error: database "outra" does not exist');
  expect(output).toMatch(/at async connectDatabase \(file:\S+\/src\/core\/database\/connect-database\.ts:\d+:\d+\)/);
}, 120_000);
