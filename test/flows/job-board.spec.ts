import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import cookie from '@fastify/cookie';
import { getQueueToken } from '@nestjs/bull';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import Bull from 'bull';
import { CookieSessions } from '../../src/core/access/session-resolver.js';
import { serveJobBoard } from '../../src/core/jobs/job-board.js';
import { applySecurityHeaders } from '../../src/core/requests/security-headers.js';
import { serveAdmin } from '../../src/core/requests/serve-admin.js';
import { sharedApp } from '../support/app.js';
import type { Client } from '../support/client.js';
import { freePort } from '../support/free-port.js';
import { superLogin } from '../support/test-config.js';
import { world } from '../support/world.js';

const hasRedis = spawnSync('redis-server', ['--version']).status === 0;
const onRedis = hasRedis ? test : test.skip;

const app = await sharedApp();
const w = await world(app);
let board: NestFastifyApplication;
let queue: Bull.Queue;
let redis: ReturnType<typeof spawn> | undefined;

beforeAll(async () => {
  const port = await freePort();
  if (hasRedis)
    redis = spawn('redis-server', ['--port', `${port}`, '--bind', '127.0.0.1', '--save', ''], { stdio: 'ignore' });
  queue = new Bull('wake', { redis: { port, host: '127.0.0.1', maxRetriesPerRequest: null } });
  // without Redis the page works, except its figures
  queue.on('error', () => undefined);
  board = await boardApp(queue);
});
afterAll(async () => {
  await board.close();
  if (hasRedis) await queue.close();
  else for (const client of [queue.client]) client.disconnect();
  redis?.kill('SIGTERM');
  if (redis) await once(redis, 'exit');
});

/** What createApp does around the board, with the sessions of the real application. */
async function boardApp(wake?: Bull.Queue): Promise<NestFastifyApplication> {
  const module = await Test.createTestingModule({
    providers: [
      { provide: CookieSessions, useValue: app.nest.get(CookieSessions, { strict: false }) },
      ...(wake ? [{ provide: getQueueToken('wake'), useValue: wake }] : []),
    ],
  }).compile();
  const nest = module.createNestApplication<NestFastifyApplication>(new FastifyAdapter());
  applySecurityHeaders(nest.getHttpAdapter().getInstance(), 'http://localhost');
  await nest.register(cookie);
  serveJobBoard(nest);
  serveAdmin(nest);
  await nest.init();
  await nest.getHttpAdapter().getInstance().ready();
  return nest;
}

const open = (
  who: Client | string | undefined,
  url = '/admin/queues/',
  method: 'GET' | 'PUT' = 'GET',
  nest = board,
) => {
  const value = typeof who === 'object' ? who.cookie : who;
  return nest
    .getHttpAdapter()
    .getInstance()
    .inject({
      method,
      url,
      headers: {
        accept: 'text/html',
        'sec-fetch-mode': 'navigate',
        ...(value === undefined ? {} : { cookie: `jrt=${value}` }),
      },
    });
};

const platform = async (): Promise<Client> => {
  await app.platform.signIn(superLogin.email, superLogin.password);
  return app.platform;
};

test('a super-admin can open the board by its address, and stays signed in', async () => {
  const who = await platform();
  const page = await open(who);
  expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(page.body).toContain('<base href="/admin/queues/"');
  expect(page.headers['cache-control']).toBe('no-store');
  const script = /src="(static\/js\/main[^"]+)"/.exec(page.body)?.[1];
  expect((await open(who, `/admin/queues/${script}`)).statusCode).toBe(200);
  expect((await who.post('/auth/refresh_token')).status).toBe(200);
  // a request with the replaced cookie may still arrive
  expect((await open(who)).statusCode).toBe(200);
});

test('others are refused: no session, other ranks, forged, old and ended sessions', async () => {
  const who = await platform();
  const good = who.cookie ?? '';
  const [sid, counter, signature] = good.split('.');
  const refused = {
    nobody: undefined,
    'a manager': w.admin,
    'an attendant': w.attendant,
    rubbish: 'rubbish',
    'another counter': `${sid}.${Number(counter) + 1}.${signature}`,
    'another session': `6f2f6a3e-95a1-4c07-9a57-0f2d4f6f1b11.${counter}.${signature}`,
  };
  for (const [name, each] of Object.entries(refused)) {
    for (const url of [
      '/admin/queues/',
      '/admin/queues',
      '/admin/queues/api/queues',
      '/admin/queues/static/favicon.ico',
    ])
      expect([name, url, (await open(each, url)).statusCode]).toEqual([name, url, 403]);
  }
  expect((await open(w.admin)).json()).toMatchObject({ code: 'ERR_NO_PERMISSION', statusCode: 403 });
  await who.post('/auth/refresh_token');
  await who.post('/auth/refresh_token');
  expect((await open(good)).statusCode).toBe(403);
  expect((await open(who)).statusCode).toBe(200);
  const last = who.cookie;
  await who.delete('/auth/logout');
  expect((await open(last)).statusCode).toBe(403);
});

onRedis('it shows the queue and changes nothing', async () => {
  const who = await platform();
  await queue.add('look', {}, { delay: 60_000 });
  const answer = (await open(who, '/admin/queues/api/queues')).json<{ queues: object[] }>();
  expect(answer.queues).toMatchObject([{ name: 'wake', readOnlyMode: true, counts: { delayed: 1 } }]);
  for (const url of ['/admin/queues/api/queues/wake/pause', '/admin/queues/api/queues/wake/empty'])
    expect((await open(who, url, 'PUT')).statusCode).toBe(403);
  expect(await queue.isPaused()).toBe(false);
});

test('without the queue the board is a 404', async () => {
  const nest = await boardApp();
  const who = await platform();
  expect((await open(who, '/admin/queues/', 'GET', nest)).statusCode).toBe(404);
  await nest.close();
});
