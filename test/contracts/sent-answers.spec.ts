import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { startApp } from '../support/app.js';
import { bodyOf } from '../support/client.js';
import { files, form, photo } from '../support/files.js';
import { freePort } from '../support/free-port.js';
import { type TicketRow, type World, world } from '../support/world.js';

const port = await freePort();
const publicUrl = 'https://atende.example';
const secondName = 'https://painel.example';
const app = await startApp({ PORT: String(port), PUBLIC_URL: publicUrl, CORS_ORIGINS: secondName });
afterAll(() => app.close());
let w: World;
let ticket: TicketRow;
/** Of a message with a picture. */
let mediaUrl: string;

beforeAll(async () => {
  w = await world(app);
  const customer = w.customer('Lia');
  await customer.says('', { file: await photo() });
  for (const body of ['a', 'b', 'c']) ticket = await customer.says(body.repeat(400));
  mediaUrl = await mediaUrlAt('unknown.example');
  await customer.says(mediaUrl);
});

interface Sent {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  /** As it came over the wire. */
  readonly bytes: Buffer;
}

/** Fetch decompresses, and chooses the host itself. */
async function ask(path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET'): Promise<Sent> {
  const authorization = `Bearer ${w.admin.token}`;
  const sent = request(app.url + path, { method, headers: { authorization, ...headers } }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, bytes: await buffer(answer) };
}

interface MessageRow {
  readonly body: string;
  readonly mediaUrl: string | null;
}

const messagesPath = () => `/messages/${ticket.id}?peek=true`;

async function messagesAt(host: string, headers: Readonly<Record<string, string>> = {}): Promise<MessageRow[]> {
  const { bytes } = await ask(messagesPath(), { ...headers, host });
  return (JSON.parse(bytes.toString()) as { messages: MessageRow[] }).messages;
}

async function mediaUrlAt(host: string, headers: Readonly<Record<string, string>> = {}): Promise<string> {
  const messages = await messagesAt(host, headers);
  return messages.flatMap((message) => message.mediaUrl ?? [])[0] ?? '';
}

const browser = { 'accept-encoding': 'gzip, deflate, br, zstd' };

describe('compression', () => {
  test('JSON of more than a kilobyte is sent gzipped to those who take it, the same with HEAD', async () => {
    const plain = await ask(messagesPath());
    const packed = await ask(messagesPath(), browser);
    expect(packed.headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-length': String(packed.bytes.length),
      'cache-control': 'no-store',
    });
    expect(packed.headers.vary).toMatch(/Accept, Sec-Fetch-Mode.*Accept-Encoding/);
    expect([plain.headers.vary, plain.headers['content-encoding']]).toEqual([packed.headers.vary, undefined]);
    expect(gunzipSync(packed.bytes).equals(plain.bytes)).toBe(true);
    expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 2);
    const head = await ask(messagesPath(), browser, 'HEAD');
    expect([head.bytes.length, head.headers['content-length']]).toEqual([0, packed.headers['content-length']]);
    for (const refused of ['identity', 'gzip;q=0', 'gzip; q=0.0, br', 'br'])
      expect((await ask(messagesPath(), { 'accept-encoding': refused })).headers['content-encoding']).toBeUndefined();
  });

  test('small answers, those of other methods and media are sent as they are', async () => {
    const { pathname, search } = new URL(mediaUrl);
    const media = await ask(pathname + search, { ...browser, range: 'bytes=2-400' });
    expect(media.headers).toMatchObject({
      'content-length': '399',
      'content-range': expect.stringMatching(/^bytes 2-400\//),
    });
    const others = [await ask('/chats/unread', browser), await ask(`/tickets/${ticket.id}/read`, browser, 'POST')];
    for (const { status, headers } of [media, ...others])
      expect([status, headers['content-encoding']]).toEqual([expect.any(Number), undefined]);
  });

  test('a table arrives whole though it is written while it is sent, and a list keeps its Content-Range', async () => {
    const table = await ask('/contacts/export', browser);
    expect(table.headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-disposition': expect.stringContaining('attachment'),
    });
    expect(gunzipSync(table.bytes).toString()).toContain('Lia');
    const list = await ask('/users?range=[0,2]', browser);
    expect(list.headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-range': expect.stringMatching(/^users 0-2\//),
    });
    expect(JSON.parse(gunzipSync(list.bytes).toString())).toHaveLength(3);
  });
});

describe('documents', () => {
  test('the description of the screens has at most 15 kB, and is not sent again while it is the same', async () => {
    const plain = await ask('/resources');
    const packed = await ask('/resources', browser);
    expect(packed.headers).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'private, no-cache' });
    expect(brotliDecompressSync(packed.bytes).equals(plain.bytes)).toBe(true);
    expect(packed.bytes.length).toBeLessThan(15_000);
    for (const name of ['Authorization', 'Accept-Language', 'Accept-Encoding', 'Accept', 'Sec-Fetch-Mode'])
      expect(packed.headers.vary?.split(', ')).toContain(name);
    const { etag = '' } = packed.headers;
    expect(plain.headers.etag).toBe(etag);
    const again = await ask('/resources', { ...browser, 'if-none-match': etag });
    expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, etag]);
    const english = await ask('/resources', { 'if-none-match': etag, 'accept-language': 'en' });
    expect([english.status, english.headers.etag === etag]).toEqual([200, false]);
  });

  test('the OpenAPI document is sent as it was written once; there is no other form of it', async () => {
    const packed = await ask('/docs-json', browser);
    expect([packed.headers['content-encoding'], packed.headers['content-type']]).toEqual([
      'br',
      'application/json; charset=utf-8',
    ]);
    expect(JSON.parse(brotliDecompressSync(packed.bytes).toString())).toMatchObject({ openapi: '3.1.0' });
    expect((await ask('/docs-json', { 'if-none-match': packed.headers.etag ?? '' })).status).toBe(304);
    expect((await ask('/docs-yaml')).status).toBe(404);
    const page = await ask('/docs/swagger-ui-init.js');
    expect(page.bytes.toString()).toContain('/docs-json');
    expect(page.bytes.length).toBeLessThan(3_000);
  });
});

describe('addresses of media', () => {
  test('are at the address that was asked where it is one of ours, at PUBLIC_URL otherwise', async () => {
    const { pathname, search } = new URL(mediaUrl);
    const expected: readonly (readonly [host: string, origin: string])[] = [
      ['atende.example', publicUrl],
      ['painel.example', secondName],
      [`127.0.0.1:${port}`, `http://127.0.0.1:${port}`],
      [`localhost:${port}`, `http://localhost:${port}`],
      ['evil.example', publicUrl],
      [`evil.example:${port}`, publicUrl],
      ['127.0.0.1', publicUrl],
      ['localhost:1', publicUrl],
      ['atende.example.evil.example', publicUrl],
    ];
    for (const [host, origin] of expected)
      expect([host, await mediaUrlAt(host)]).toEqual([host, origin + pathname + search]);
    // no proxy is trusted here
    expect(await mediaUrlAt('evil.example', { 'x-forwarded-host': 'painel.example' })).toBe(mediaUrl);
  });

  test('what customers write stays, and events name PUBLIC_URL', async () => {
    const texts = (await messagesAt('painel.example')).map(({ body }) => body);
    expect(texts).toContain(mediaUrl);
    const socket = await w.admin.socket();
    const body = { shortcode: 'foto', message: 'Veja' };
    const { id } = bodyOf(await w.admin.post<{ id: number }>('/quick-messages', body), 201);
    const upload = form({}, [files.png], 'file');
    const stored = bodyOf(await w.admin.post<{ mediaPath: string }>(`/quick-messages/${id}/media-upload`, upload));
    expect(new URL(stored.mediaPath).origin).toBe(app.url);
    const event = await socket.next('quickemessage', (payload) => JSON.stringify(payload).includes('/media/'));
    expect(JSON.stringify(event)).toContain(`"mediaPath":"${publicUrl}/media/`);
  });
});
