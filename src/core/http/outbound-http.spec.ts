import type { LookupAddress, lookup } from 'node:dns';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer as createTcpServer } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { AppConfig } from '../config/config.js';
import { guardedLookup, isPublicAddress } from './address-guard.js';
import { multipart } from './multipart.js';
import { OutboundError } from './outbound-error.js';
import { OutboundHttp, type OutboundOptions } from './outbound-http.js';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

let handler: Handler;
let server: Server;
let base: string;
let http: OutboundHttp;

const client = (allow: string): OutboundHttp =>
  new OutboundHttp(
    AppConfig.load({
      DATABASE_URL: 'postgres://unused',
      JWT_SECRET: 'c0ffee11223344556677889900aabbccddeeff00112233445566778899aabbcc',
      ENCRYPTION_KEY: '00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff',
      OUTBOUND_ALLOW: allow,
    }),
  );

beforeAll(async () => {
  server = createServer((request, response) => handler(request, response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  base = `http://127.0.0.1:${port}`;
  http = client(`127.0.0.1:${port}`);
});

afterAll(async () => {
  await http.onApplicationShutdown();
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

async function failure(url: string, options?: OutboundOptions, by = http): Promise<OutboundError> {
  const error: unknown = await by.request(url, options).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof OutboundError)) throw new Error(`Expected an OutboundError, got ${String(error)}`);
  return error;
}

describe('addresses', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.100.100.200',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '198.18.0.1',
    '192.0.2.1',
    '168.63.129.16',
    '::',
    '::1',
    'fe80::1',
    'fe80::1%eth0',
    'fc00::1',
    'fd00:ec2::254',
    'ff02::1',
    '::ffff:10.0.0.1',
    '::10.0.0.1',
    '64:ff9b::a00:1',
    '64:ff9b:1::a00:1',
    '2002:a00:1::',
    '2001:0:a00:1::',
    '2001:db8::1',
    'not an address',
  ])('%s is refused', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(['8.8.8.8', '157.240.12.35', '2a03:2880:f12f:83:face:b00c:0:25de'])('%s is reached', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://localhost/',
    'http://169.254.169.254/latest/meta-data/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'http://user:pass@example.com/',
    'nonsense',
  ])('%s is refused before anything is sent', async (url) => {
    const error = await failure(url, {}, client(''));
    expect(error).toMatchObject({ phase: 'refused', mayHaveArrived: false });
  });

  const resolved = (...addresses: LookupAddress[]): Promise<unknown> => {
    const resolve = ((_name: string, _options: object, done: (error: null, found: LookupAddress[]) => void) =>
      done(null, addresses)) as unknown as typeof lookup;
    return new Promise((done, fail) =>
      guardedLookup(resolve)('rebound.example', { all: true }, (error, found) => (error ? fail(error) : done(found))),
    );
  };

  it('a name is refused when one of its addresses is private, and pinned to what was checked', async () => {
    const open = { address: '8.8.8.8', family: 4 };
    await expect(resolved(open)).resolves.toEqual([open]);
    await expect(resolved(open, { address: '10.0.0.1', family: 4 })).rejects.toMatchObject({ phase: 'refused' });
  });

  it('an allowed host lets nothing else through, not even another port', async () => {
    expect(await failure('http://127.0.0.1:1/')).toMatchObject({ phase: 'refused' });
    handler = (_, response) => response.end('ok');
    expect((await client('127.0.0.1').request(base)).status).toBe(200);
  });
});

describe('answers', () => {
  it('carry status, headers and JSON, whatever the status', async () => {
    handler = (request, response) => {
      response.writeHead(422, { 'Content-Type': 'application/json', 'X-Method': request.method ?? '' });
      request.pipe(response);
    };
    const answer = await http.request(`${base}/x?y=1`, { method: 'POST', body: '{"a":"é"}' });
    expect(answer).toMatchObject({ status: 422, headers: { 'content-type': 'application/json', 'x-method': 'POST' } });
    expect(answer.json()).toEqual({ a: 'é' });
  });

  it('that are not JSON say so', async () => {
    handler = (_, response) => response.end('<html>');
    await expect(http.request(base).then((answer) => answer.json())).rejects.toMatchObject({ phase: 'sent' });
  });

  it('stop at the size limit, announced or not', async () => {
    handler = (_, response) => response.end(Buffer.alloc(2000));
    expect(await failure(base, { maxBytes: 1000 })).toMatchObject({ phase: 'size', mayHaveArrived: true });
    handler = (_, response) => {
      for (let i = 0; i < 20; i += 1) response.write(Buffer.alloc(100));
      response.end();
    };
    expect(await failure(base, { maxBytes: 1000 })).toMatchObject({ phase: 'size' });
    expect((await http.request(base, { maxBytes: 2000 })).body).toHaveLength(2000);
  });

  it('stream with their size', async () => {
    handler = (_, response) => response.writeHead(200, { 'Content-Length': '5' }).end('media');
    const { size, stream } = await http.stream(base);
    expect(size).toBe(5);
    expect((await buffer(stream)).toString()).toBe('media');
    const cut = await http.stream(base, { maxBytes: 3 });
    await expect(buffer(cut.stream)).rejects.toMatchObject({ phase: 'size' });
  });
});

describe('failures tell whether the request may have arrived', () => {
  it('nobody listens: no', async () => {
    const gone = createTcpServer();
    await new Promise<void>((done) => gone.listen(0, '127.0.0.1', done));
    const { port } = gone.address() as AddressInfo;
    await new Promise((done) => gone.close(done));
    const error = await failure(`http://127.0.0.1:${port}/`, { method: 'POST', body: 'x' }, client('127.0.0.1'));
    expect(error).toMatchObject({ phase: 'connect', mayHaveArrived: false });
  });

  it('no such name: no', async () => {
    expect(await failure('http://nobody.invalid/')).toMatchObject({ phase: 'connect', mayHaveArrived: false });
  });

  it('the connection breaks after the request: yes', async () => {
    handler = (request) => request.socket.destroy();
    expect(await failure(base, { method: 'POST', body: 'x' })).toMatchObject({ phase: 'sent', mayHaveArrived: true });
  });

  it('the answer breaks off in the middle: yes', async () => {
    handler = (request, response) => {
      response.writeHead(200, { 'Content-Length': '100' });
      response.write('half', () => request.socket.destroy());
    };
    expect(await failure(base)).toMatchObject({ phase: 'sent', mayHaveArrived: true });
  });

  it('no answer in time: yes', async () => {
    handler = () => undefined;
    expect(await failure(base, { timeoutMs: 100 })).toMatchObject({ phase: 'timeout', mayHaveArrived: true });
  });

  it('headers in time, the body not: yes', async () => {
    handler = (_, response) => {
      response.write('a');
    };
    expect(await failure(base, { timeoutMs: 150 })).toMatchObject({ phase: 'timeout', mayHaveArrived: true });
  });
});

describe('redirects', () => {
  it('are checked like the first address', async () => {
    handler = (_, response) => response.writeHead(302, { Location: 'http://169.254.169.254/' }).end();
    expect(await failure(base)).toMatchObject({ phase: 'refused' });
    handler = (_, response) => response.writeHead(302, { Location: 'file:///etc/passwd' }).end();
    expect(await failure(base)).toMatchObject({ phase: 'refused' });
  });

  it('end after three', async () => {
    let count = 0;
    handler = (_, response) => {
      count += 1;
      response.writeHead(302, { Location: '/again' }).end();
    };
    expect(await failure(base)).toMatchObject({ phase: 'refused', message: 'More than 3 redirects' });
    expect(count).toBe(4);
  });

  it('leave credentials at the first origin and keep them within it', async () => {
    const other = createServer((request, response) => response.end(JSON.stringify(request.headers)));
    await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
    const { port } = other.address() as AddressInfo;
    const both = client('127.0.0.1');
    const headers = { Authorization: 'Bearer x', Cookie: 'a=b', 'X-Api-Key': 'k', Accept: 'application/json' };
    handler = (request, response) => {
      if (request.url === '/out') response.writeHead(307, { Location: `http://127.0.0.1:${port}/` }).end();
      else if (request.url === '/in') response.writeHead(307, { Location: '/here' }).end();
      else response.end(JSON.stringify(request.headers));
    };
    const out = (await both.request(`${base}/out`, { headers })).json<Record<string, string>>();
    expect(out).toMatchObject({ accept: 'application/json' });
    expect(Object.keys(out)).not.toEqual(expect.arrayContaining(['authorization']));
    expect(out['x-api-key'] ?? out.cookie).toBeUndefined();
    expect((await both.request(`${base}/in`, { headers })).json()).toMatchObject({
      authorization: 'Bearer x',
      'x-api-key': 'k',
    });
    await both.onApplicationShutdown();
    other.closeAllConnections();
    await new Promise((done) => other.close(done));
  });

  it('turn a POST into a GET where browsers do, and repeat it where they do', async () => {
    handler = (request, response) => {
      if (request.url !== '/end') response.writeHead(Number(request.url?.slice(1)), { Location: '/end' }).end();
      else {
        response.setHeader('X-Method', request.method ?? '');
        request.pipe(response);
      }
    };
    const post = (status: number) => http.request(`${base}/${status}`, { method: 'POST', body: 'hello' });
    const seen = await Promise.all([302, 303, 307, 308].map(post));
    expect(seen.map(({ headers, body }) => `${headers['x-method']} ${body}`)).toEqual([
      'GET ',
      'GET ',
      'POST hello',
      'POST hello',
    ]);
  });
});

it('sends a form with a file whose length is known', async () => {
  let received = '';
  handler = (request, response) => {
    void buffer(request).then((body) => {
      received = `${request.headers['content-length']}\n${body}`;
      response.end();
    });
  };
  const file = {
    field: 'file',
    name: 'a"b\r\n.txt',
    mime: 'text/plain',
    size: 5,
    stream: Readable.from([Buffer.from('hello')]),
  };
  const form = multipart({ messaging_product: 'whatsapp' }, file);
  expect((await http.request(base, { method: 'POST', ...form })).status).toBe(200);
  const [length, ...rest] = received.split('\n');
  expect(Buffer.byteLength(rest.join('\n'))).toBe(Number(length));
  expect(received).toContain('name="messaging_product"\r\n\r\nwhatsapp\r\n');
  expect(received).toContain('filename="a%22b  .txt"\r\nContent-Type: text/plain\r\n\r\nhello\r\n');
});
