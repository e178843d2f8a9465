import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { Clock } from '../clock.js';
import { AppConfig } from '../config/config.js';
import { Context } from '../context.js';
import { ErrorFilter } from '../errors/error.filter.js';
import { LocalStorage } from './local-storage.js';
import { MediaController } from './media.controller.js';
import { MediaUrls } from './media-urls.js';
import { Storage } from './storage.js';

let dir: string;
let app: NestFastifyApplication;
let url: string;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'atende-media-'));
  const module = await Test.createTestingModule({
    controllers: [MediaController],
    providers: [
      { provide: AppConfig, useValue: AppConfig.load({ DATA_DIR: dir }) },
      { provide: Storage, useClass: LocalStorage },
      Clock,
      MediaUrls,
    ],
  }).compile();
  app = module.createNestApplication<NestFastifyApplication>(new FastifyAdapter(), { logger: false });
  app.useGlobalFilters(new ErrorFilter(new Context()));
  await app.init();
  await app.get(Storage).put('7/2026/a.txt', Buffer.from('0123456789'), { mime: 'text/plain' });
  url = localOf(app.get(MediaUrls).sign('7/2026/a.txt', { name: 'números.txt' }));
});

afterAll(async () => {
  await app.close();
  rmSync(dir, { recursive: true });
});

const localOf = (absolute: string): string => absolute.replace(/^https?:\/\/[^/]+/, '');
const get = (path: string, headers: Record<string, string> = {}) => app.inject({ method: 'GET', url: path, headers });

it('sends the whole file, as a download with its own name', async () => {
  const answer = await get(url);
  expect(answer.statusCode).toBe(200);
  expect(answer.body).toBe('0123456789');
  expect(answer.headers).toMatchObject({
    'content-length': '10',
    'content-type': 'text/plain',
    'content-disposition': 'attachment; filename="numeros.txt"; filename*=UTF-8\'\'n%C3%BAmeros.txt',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'private, max-age=31536000, immutable',
    'accept-ranges': 'bytes',
  });
});

it.each([
  [
    `${'n'.repeat(149)}😀.txt`,
    `attachment; filename="${'n'.repeat(149)}"; filename*=UTF-8''${'n'.repeat(149)}%F0%9F%98%80`,
  ],
  ['a\ud83d.txt', 'attachment; filename="a.txt"; filename*=UTF-8\'\'a%EF%BF%BD.txt'],
  ['＂；x＝／１.txt', 'attachment; filename="__x=_1.txt"'],
])('opens what is called %s', async (name, disposition) => {
  const answer = await get(localOf(app.get(MediaUrls).sign('7/2026/a.txt', { name })));
  expect([answer.statusCode, answer.body]).toEqual([200, '0123456789']);
  expect(answer.headers['content-disposition']).toContain(disposition);
});

it('sends ranges, says what cannot be satisfied and what has not changed', async () => {
  const part = await get(url, { range: 'bytes=2-4' });
  expect([part.statusCode, part.body, part.headers['content-range'], part.headers['content-length']]).toEqual([
    206,
    '234',
    'bytes 2-4/10',
    '3',
  ]);
  const beyond = await get(url, { range: 'bytes=10-' });
  expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, 'bytes */10']);
  const etag = String(part.headers.etag);
  expect((await get(url, { 'if-none-match': etag })).statusCode).toBe(304);
  expect((await get(url, { range: 'bytes=2-4', 'if-range': '"other"' })).statusCode).toBe(200);
  expect((await get(url, { range: 'bytes=2-4', 'if-range': etag })).statusCode).toBe(206);
});

it('refuses forged addresses and says when a file is gone', async () => {
  expect((await get('/media/7/2026/a.txt')).statusCode).toBe(403);
  expect((await get(url.replace('a.txt', 'b.txt'))).statusCode).toBe(403);
  expect((await get('/media/..%2f..%2fsecrets.json?e=1&s=x')).statusCode).toBe(403);
  const gone = await get(localOf(app.get(MediaUrls).sign('7/2026/gone.txt')));
  expect([gone.statusCode, gone.json<{ code: string }>().code]).toEqual([404, 'ERR_NOT_FOUND']);
});
