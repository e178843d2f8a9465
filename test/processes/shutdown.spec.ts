import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, get, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { cloneDatabase, type TestDatabase } from '../support/database.js';
import { freePort } from '../support/free-port.js';
import { encryptionKey, jwtSecret } from '../support/test-config.js';
import { until } from '../support/until.js';

let database: TestDatabase;
let dataDir: string;
let server: ChildProcess;
let url: string;

beforeEach(async () => {
  database = await cloneDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'atende-stop-'));
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  server = spawn(process.execPath, ['--import', './scripts/lib/typescript-hooks.mjs', 'src/main.ts'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'test',
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      JWT_SECRET: jwtSecret,
      ENCRYPTION_KEY: encryptionKey.toString('hex'),
      DEMO: 'off',
      LOG_LEVEL: 'silent',
    },
  });
});
afterEach(async () => {
  server.kill('SIGKILL');
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

/** The status of `/health/ready` over one connection that is kept open; undefined when nobody is there. */
function ready(agent: Agent): Promise<number | undefined> {
  return new Promise((resolve) => {
    get(`${url}/health/ready`, { agent }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
    }).on('error', () => resolve(undefined));
  });
}

const soon = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

test('a process stops in time beside health checks of a proxy and a socket that answers no close frame', async () => {
  const proxies = Array.from({ length: 4 }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
  while ((await ready(new Agent())) !== 200) await soon(50);
  const asleep = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
  await once(asleep, 'message');
  asleep.pause();
  asleep.on('error', () => undefined);
  let exited = false;
  const exit = once(server, 'exit').finally(() => {
    exited = true;
  });
  const asking = proxies.map(async (agent, index) => {
    while (!exited) {
      await ready(agent);
      // some are at work at any moment, some idle in between
      if (index % 2 === 0) await soon(20);
    }
    agent.destroy();
  });
  await soon(200);
  const began = performance.now();
  server.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
  expect(performance.now() - began).toBeLessThan(10_000);
  await Promise.all(asking);
  const leases = await database.query('select name from leases where expires_at > now()');
  expect(leases).toEqual([]);
});

test('a request whose body is still arriving is answered, and then the process has ended', async () => {
  await until('ready', async () => (await ready(new Agent())) === 200);
  const body = JSON.stringify({ email: 'ninguem@empresa.test', password: 'senha' });
  const headers = { 'content-type': 'application/json', 'content-length': body.length, expect: '100-continue' };
  const sent = request(`${url}/auth/login`, { method: 'POST', headers, agent: new Agent({ keepAlive: true }) });
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
  sent.flushHeaders();
  await once(sent, 'continue');
  sent.write(body.slice(0, 10));
  const exit = once(server, 'exit');
  server.kill('SIGTERM');
  await until('no new connection is taken', async () => (await ready(new Agent())) === undefined);
  sent.end(body.slice(10));
  const [answer] = await answered;
  answer.resume();
  expect([answer.statusCode, answer.headers.connection]).toEqual([401, 'close']);
  expect(await exit).toEqual([0, null]);
});
