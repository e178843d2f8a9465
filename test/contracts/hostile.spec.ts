import { monitorEventLoopDelay } from 'node:perf_hooks';
import { startApp } from '../support/app.js';
import type { Client, RequestOptions } from '../support/client.js';
import { connectionToken, program } from '../support/programs.js';
import { label, type Operation, operationsOf, routeTable, type Schema, sampleValue } from '../support/routes.js';
import { createSampleRows, pathOf, type SampleRows } from '../support/sample-rows.js';
import { world } from '../support/world.js';

/** No request waits longer for the body of another (promises.md §4). */
const stallMs = 200;
const attempts = 10;

const app = await startApp({ LOGIN_LIMITS: '1000000,1000000,1000000', API_RATE_LIMIT: '1000000' });
const w = await world(app);
const integration = program(app, await connectionToken(w, w.connection.id));
let ids: SampleRows;
let operations: readonly Operation[];

beforeAll(async () => {
  ids = await createSampleRows(app, w);
  operations = operationsOf(app).filter(({ path }) => !/^\/auth\/(logout|refresh_token)/.test(path));
});
afterAll(() => app.close());

interface Shape extends RequestOptions {
  readonly name: string;
}

/** Milliseconds for which one request blocked the event loop: the smaller of its CPU time and the longest delay. */
async function blockedBy(send: () => Promise<number>): Promise<{ status: number; ms: number }> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const before = process.threadCpuUsage();
  const status = await send();
  const { user, system } = process.threadCpuUsage(before);
  delay.disable();
  return { status, ms: Math.min((user + system) / 1000, delay.max / 1e6) };
}

/** Repeats a request before it counts as slow, to exclude compilation, garbage collection and a busy machine. */
async function holds(client: Client, operation: Pick<Operation, 'method' | 'path'>, shape: Shape): Promise<void> {
  const send = () => client.request(operation.method, operation.path, shape).then(({ status }) => status);
  for (let attempt = 1; ; attempt += 1) {
    const { status, ms } = await blockedBy(send);
    const what = `${label(operation)} ${shape.name}`.slice(0, 200);
    if (status >= 500) throw new Error(`${what} → ${status}`);
    if (ms < stallMs) return;
    if (attempt === attempts) throw new Error(`${what} → ${status} stalls for ${Math.round(ms)} ms`);
  }
}

const json = { 'content-type': 'application/json' };
const keys = (count: number): string =>
  `{${Array.from({ length: count }, (_, index) => `"k${index}":${index}`).join(',')}}`;
const lists = (count: number): string => `[${'[],'.repeat(count)}[]]`;
const deep = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
const parts = (count: number, filename = ''): string =>
  `${Array.from(
    { length: count },
    (_, index) => `--b\r\nContent-Disposition: form-data; name="medias"${filename}\r\n\r\n${index}\r\n`,
  ).join('')}--b--\r\n`;
/** A form whose parts are JSON. */
const jsonParts = (count: number, text: string): string =>
  `${Array.from(
    { length: count },
    (_, index) =>
      `--b\r\nContent-Disposition: form-data; name="k${index}"\r\nContent-Type: application/json\r\n\r\n${text}\r\n`,
  ).join('')}--b--\r\n`;
const multipart = { 'content-type': 'multipart/form-data; boundary=b' };

/** Small bodies that are expensive to parse or validate, for any route. */
const shapes: readonly Shape[] = [
  { name: 'many keys', body: keys(5_000), headers: json },
  { name: 'keys up to the limit', body: keys(2_000), headers: json },
  { name: 'many values', body: lists(20_000), headers: json },
  { name: 'values up to the limit', body: lists(9_000), headers: json },
  { name: 'deep', body: deep(10_000), headers: json },
  {
    name: 'many fields',
    body: 'a=1&'.repeat(16_000),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  },
  { name: 'many parts', body: parts(700), headers: multipart },
  { name: 'many files', body: parts(700, '; filename="a.csv"'), headers: multipart },
];
/** Encoded beforehand, because the client shares the measured thread. */
const huge: readonly Shape[] = [
  { name: '600,000 keys', body: Buffer.from(keys(600_000)), headers: json },
  { name: '9 MB of values', body: Buffer.from(lists(3_000_000)), headers: json },
  { name: '9 MB of text', body: Buffer.from(`{"email":"${'a@'.repeat(4_500_000)}"}`), headers: json },
];

/** Repeated prefixes of patterns that texts are matched against. */
const nearMatches: readonly string[] = [
  `http://${')'.repeat(1_990)} `,
  'http://a.b/www.',
  'a@a.',
  ' \n\t',
  '*_~`{{a',
  '<div BEGIN:VCARD\nTEL:',
  '5511-1',
  '\ufdfa',
  '👩‍👩‍👧e\u0301',
  'A',
];
const filled = (text: string, length: number): string =>
  `${text.repeat(Math.ceil(length / text.length)).slice(0, length - 1)}!`;

/** A form with texts of the maximum length, of the body or of each field. */
function texts(operation: Operation, near: string, cut: boolean): Record<string, unknown> {
  const body = operation.body ?? {};
  const fields = Object.entries(body.properties ?? {}).filter(([, { type, format }]) => type === 'string' && !format);
  const share = Math.floor(60_000 / Math.max(1, fields.length) / Math.max(1, Buffer.byteLength(near) / near.length));
  const valueOf = ({ maxLength = 255 }: Schema): string => filled(near, cut ? Math.min(maxLength, share) : share);
  return {
    ...(sampleValue(body) as Record<string, unknown>),
    ...Object.fromEntries(fields.map(([name, schema]) => [name, valueOf(schema)])),
  };
}

function signedIn({ access }: Operation): Client {
  if (access === 'super') return app.platform;
  return access === 'integration' ? integration : w.admin;
}
const withIds = (operation: Operation): Operation => ({ ...operation, path: pathOf(operation, ids) });

test('bodies of many keys, values, levels and parts, with and without a session, at every route', async () => {
  const table = routeTable(app).filter(({ method, path }) => method !== 'GET' && !/logout|refresh_token/.test(path));
  expect(table.length).toBeGreaterThan(60);
  for (const { method, path } of [...table, { method: 'POST', path: '/nada' }]) {
    const access = operations.find((each) => each.method === method && each.path === path)?.access;
    const target = { method, path: path.replace(/:\w+|\*/g, '999999') };
    for (const client of [app.visitor(), access === 'super' ? app.platform : w.admin]) {
      for (const shape of shapes) await holds(client, target, shape);
    }
  }
});

test('many megabytes of them at ordinary routes and at those that accept large bodies', async () => {
  for (const path of ['/auth/login', '/nada', '/webhooks/cloudapi/1', `/sandbox/${w.connection.id}/messages`]) {
    for (const client of [app.visitor(), w.admin]) {
      for (const shape of huge) await holds(client, { method: 'POST', path }, shape);
    }
  }
  const webhook = { method: 'POST', path: '/webhooks/cloudapi/1' };
  await holds(app.visitor(), webhook, { name: 'keys up to its limit', body: keys(99_000), headers: json });
  await holds(app.visitor(), webhook, { name: 'values up to its limit', body: lists(190_000), headers: json });
});

test('near matches, repeated, in every text of every form', async () => {
  for (const operation of operations.filter(({ body }) => body).map(withIds)) {
    for (const near of nearMatches) {
      for (const cut of [false, true]) {
        const shape = { name: JSON.stringify(near), body: texts(operation, near, cut) };
        await holds(signedIn(operation), operation, shape);
      }
    }
  }
  await app.settled();
});

test('near matches, repeated, in every parameter of every address', async () => {
  for (const operation of operations.filter(({ method }) => method === 'GET').map(withIds)) {
    const names = new Set([...operation.queryParams, 'searchParam', 'filter']);
    for (const near of nearMatches) {
      for (const length of [190, Math.floor(1_200 / names.size)]) {
        const query = new URLSearchParams([...names].map((name) => [name, filled(near, length).toWellFormed()]));
        await holds(signedIn(operation), { method: 'GET', path: `${operation.path}?${query}` }, { name: '' });
      }
    }
  }
});

test('JSON within texts, as deep and as wide as a body may be', async () => {
  for (const operation of operations.filter(({ body }) => body).map(withIds)) {
    const forms = Object.entries(operation.body?.properties ?? {}).filter(([, { type }]) => type !== 'string');
    for (const [name] of forms) {
      for (const text of [deep(8_000), lists(15_000)]) {
        const body = { ...(sampleValue(operation.body ?? {}) as object), [name]: text };
        await holds(signedIn(operation), operation, { name: `${name} = ${text.slice(0, 10)}`, body });
      }
    }
  }
});

test('parts of a form that are JSON have the limits of a JSON body', async () => {
  const upload = operations.filter(({ takesFiles }) => takesFiles).map(withIds);
  expect(upload.length).toBeGreaterThan(10);
  for (const operation of upload) {
    const names = Object.keys(operation.body?.properties ?? {});
    const named = (text: string): string =>
      names.reduce((form, name, index) => form.replace(`"k${index}"`, `"${name}"`), text);
    for (const [name, form] of [
      ['many values', jsonParts(90, lists(20_000))],
      ['many values together', named(jsonParts(19, lists(600)))],
      ['many keys', jsonParts(1, keys(5_000))],
      ['deep', named(jsonParts(19, deep(500)))],
      ['deep lists', named(jsonParts(19, `${'['.repeat(1_500)}${']'.repeat(1_500)}`))],
    ] as const) {
      const shape = { name: `JSON parts: ${name}`, body: Buffer.from(form), headers: multipart };
      await holds(signedIn(operation), operation, shape);
      const { status } = await signedIn(operation).request(operation.method, operation.path, shape);
      expect([label(operation), name, status]).toEqual([label(operation), name, status === 413 ? 413 : 400]);
    }
  }
});

test('tables of many columns at uploads', async () => {
  const table = `${'nome;'.repeat(60_000)}\n${`${'5511912345678;'.repeat(95)}\n`.repeat(1_000)}`;
  for (const operation of operations.filter(({ takesFiles }) => takesFiles).map(withIds)) {
    for (const field of ['medias', 'file']) {
      const body = new FormData();
      body.append(field, new Blob([table], { type: 'text/csv' }), 'contatos.csv');
      await holds(signedIn(operation), operation, { name: `${field} with a table`, body });
      await app.settled();
    }
  }
});
