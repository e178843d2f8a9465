import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { startApp } from '../../support/app.js';

const app = await startApp({ REQUEST_TIMEOUT: '1' });

afterAll(() => app.close());

/** The response until the server closes the connection. */
async function sent(bytes: string): Promise<{ status: string; body: unknown }> {
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(bytes);
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  return { status: head.split(' ')[1] ?? '', body: JSON.parse(body) };
}

const refusal = (statusCode: number, code: string) => ({
  status: String(statusCode),
  body: { error: expect.any(String), message: expect.any(String), code, statusCode, requestId: expect.any(String) },
});
const head = 'Host: x\r\nContent-Type: application/json\r\n';

test.each([
  ['a body that never comes', `POST /auth/login HTTP/1.1\r\n${head}Content-Length: 20\r\n\r\n`],
  ['one that stops', `POST /auth/login HTTP/1.1\r\n${head}Content-Length: 20\r\n\r\n{"email":`],
  ['one in pieces without an end', `POST /nada HTTP/1.1\r\n${head}Transfer-Encoding: chunked\r\n\r\n2\r\n{"\r\n`],
])('%s ends by a timeout', async (_name, bytes) => {
  expect(await sent(bytes)).toEqual(refusal(408, 'ERR_REQUEST_TIMEOUT'));
});

test('invalid HTTP gets an error in the usual format', async () => {
  expect(await sent(`GET /health HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`)).toEqual(
    refusal(431, 'ERR_HEADERS_TOO_LARGE'),
  );
  expect(await sent('nonsense\r\n\r\n')).toEqual(refusal(400, 'ERR_VALIDATION'));
  expect((await sent('TRACE /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).status).toBe('404');
});

test('every response has a permissions policy: the microphone for our own origin only', async () => {
  const answer = await fetch(`${app.url}/health/live`);
  expect(answer.headers.get('permissions-policy')).toContain('camera=(), geolocation=(), microphone=(self)');
});

test('every response, also of a page and a refusal, has the headers that a browser is protected by', async () => {
  for (const [path, accept] of [
    ['/health/live', '*/*'],
    ['/tickets', 'text/html'],
    ['/tickets', 'application/json'],
    ['/nada', 'application/json'],
  ] as const) {
    const { headers } = await fetch(app.url + path, { headers: { accept } });
    const policy = headers.get('content-security-policy') ?? '';
    for (const directive of ["default-src 'self'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
      expect([path, policy]).toEqual([path, expect.stringContaining(directive)]);
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    expect([headers.get('x-content-type-options'), headers.get('referrer-policy')]).toEqual(['nosniff', 'no-referrer']);
    const isApi = headers.get('content-type')?.includes('json');
    expect([path, headers.get('cache-control')]).toEqual([path, isApi ? 'no-store' : 'no-cache']);
  }
});

test('other origins read nothing and open no socket', async () => {
  const ask = (path: string, origin: string) => fetch(app.url + path, { headers: { origin } });
  const handshake = '/socket.io/?EIO=4&transport=polling';
  expect((await ask('/plans/list', 'https://outra.example')).headers.get('access-control-allow-origin')).toBeNull();
  expect((await ask(handshake, 'https://outra.example')).status).toBe(403);
  expect((await ask(handshake, app.url)).status).toBe(200);
});
