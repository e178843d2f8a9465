import { fork } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startApp, type TestApp } from '../support/app.js';
import { violationsIn } from '../support/invariants.js';
import { encryptionKey, jwtSecret } from '../support/test-config.js';
import { postgresSource, type SourceServer } from '../support/whaticket/databases.js';
import { largeSource } from '../support/whaticket/large-source.js';

const messages = 30_000;
let app: TestApp;
let source: SourceServer;

beforeAll(async () => {
  [app, source] = await Promise.all([startApp(), postgresSource()]);
  await largeSource(source, messages);
});
afterAll(async () => {
  await app.close();
  await source.drop();
});

/** `npm run import:whaticket` as a process of its own. */
function start() {
  const child = fork(resolve('src/cli/import-whaticket.ts'), ['--url', source.url, '--name', 'Grande'], {
    execArgv: ['--import', resolve('scripts/lib/typescript-hooks.mjs')],
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'test',
      PUBLIC_URL: 'http://localhost',
      DATA_DIR: app.config.dataDir,
      DATABASE_URL: app.database.url,
      JWT_SECRET: jwtSecret,
      ENCRYPTION_KEY: encryptionKey.toString('hex'),
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  return { child, exit: once(child, 'exit') };
}

const counted = async (sql: string): Promise<number> =>
  (await app.database.query<{ count: number }>(sql))[0]?.count ?? 0;
const stored = (): Promise<number> => counted('select count(*)::int as count from messages');

test('an import that is killed in the middle, again and again, is continued: nothing lost, nothing twice', async () => {
  const seen: number[] = [];
  for (const least of [1, messages / 4, messages / 2, messages - 2499]) {
    const { child, exit } = start();
    // also while contacts and conversations are stored
    while ((await stored()) < least && child.exitCode === null) await delay(20);
    child.kill('SIGKILL');
    await exit;
    seen.push(await stored());
  }
  expect(seen.toSorted((a, b) => a - b)).toEqual(seen);
  expect(seen[0]).toBeLessThan(messages);

  const { exit } = start();
  expect(await exit).toEqual([0, null]);
  expect(await stored()).toBe(messages);
  expect(await counted('select count(distinct provider_id)::int as count from messages')).toBe(messages);
  expect(await counted('select count(*)::int as count from tickets')).toBe(messages / 20);
  expect(await counted('select count(*)::int as count from messages where quoted_msg_id is not null')).toBe(
    messages / 6,
  );
  expect(await counted('select count(*)::int as count from ticket_cycles')).toBe(messages / 20);
  expect(await counted("select count(*)::int as count from imports where state = 'interrupted'")).toBeGreaterThan(0);
  expect(await counted("select count(*)::int as count from imports where state = 'running'")).toBe(0);
  expect(await violationsIn(app)).toEqual([]);
});
