import { readdir } from 'node:fs/promises';
import { startApp } from '../support/app.js';
import { type Answer, bodyOf, type Client } from '../support/client.js';
import { files, form } from '../support/files.js';
import { connectionToken, program } from '../support/programs.js';
import { label, type Operation, operationsOf, type Schema, sampleValue } from '../support/routes.js';
import { createSampleRows, pathOf, type SampleRows } from '../support/sample-rows.js';
import { world } from '../support/world.js';

const app = await startApp({ LOGIN_LIMITS: '100000,100000,100000', API_RATE_LIMIT: '1000000' });
const w = await world(app);
const integration = program(app, await connectionToken(w, w.connection.id));
let operations: readonly Operation[];
let ids: SampleRows;

/** Longer than this would be a stall for everybody else. */
const patienceMs = 10_000;

beforeAll(async () => {
  operations = operationsOf(app).filter(({ path }) => !/^\/(auth\/logout|auth\/refresh_token)/.test(path));
  ids = await createSampleRows(app, w);
  await countWrites();
});
afterAll(() => app.close());

afterEach(async () => {
  // somebody who is signed out is refused everything, and nothing would have been tested
  for (const each of [w.admin, w.attendant, app.platform]) bodyOf(await each.get('/auth/me'));
});

/** Endpoints that forms have made are told of events, and campaigns that they have switched on send, at any time. */
const byThemselves = '^(deliver-webhook|on:WebhookListener|send-service-campaign)';
const withoutSome: Readonly<Record<string, string>> = {
  audit_entries: 'insert or update',
  webhook_endpoints: 'insert or delete',
  service_campaigns: 'insert or delete',
  service_recipients: 'insert or delete',
};

/** From here on every row that is written, by whomever, is counted; what is rolled back is not. */
async function countWrites(): Promise<void> {
  const { database } = app;
  await database.query('create unlogged table written (tables text)');
  await database.query('grant insert on written to public');
  await database.query(
    `create function note_write() returns trigger language plpgsql security definer as $$ begin
       if coalesce(to_jsonb(new), to_jsonb(old))->>'name' ~ '${byThemselves}' then return null; end if;
       insert into written values (tg_table_name); return null; end $$`,
  );
  const tables = await database.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' and tablename not in ('written', 'mikro_orm_migrations', 'cron_runs', 'leases', 'webhook_deliveries')",
  );
  for (const { name } of tables) {
    // that somebody was refused at the door is written on purpose
    const what = withoutSome[name] ?? 'insert or update or delete';
    const when = name === 'audit_entries' ? "when (new.action not like 'user.refused%')" : '';
    await database.query(
      `create trigger note_write after ${what} on ${name} for each row ${when} execute function note_write()`,
    );
  }
}

async function writesSince(): Promise<string[]> {
  const rows = await app.database.query<{ tables: string }>('delete from written returning tables');
  return rows.map(({ tables }) => tables);
}

function client({ access }: Operation): Client {
  if (access === 'super') return app.platform;
  if (access === 'integration') return integration;
  return access === 'public' ? app.visitor() : w.admin;
}

const path = (operation: Operation): string => pathOf(operation, ids);

/** What is refused writes nothing, nothing ends in a 5xx, and nobody waits. */
async function holds(what: string, send: () => Promise<Answer<unknown>>): Promise<Answer<unknown>> {
  const began = performance.now();
  const answer = await send();
  const took = performance.now() - began;
  const text = JSON.stringify(answer.body)?.slice(0, 300);
  if (answer.status >= 500) throw new Error(`${what} → ${answer.status} ${text}`);
  if (took > patienceMs) throw new Error(`${what} took ${Math.round(took)} ms`);
  if (answer.status >= 400) {
    const written = await writesSince();
    if (written.length > 0) throw new Error(`${what} → ${answer.status}, yet ${written.join(', ')} were written`);
    const { error, message, statusCode, requestId } = answer.body as Record<string, unknown>;
    if (
      typeof error !== 'string' ||
      typeof message !== 'string' ||
      statusCode !== answer.status ||
      typeof requestId !== 'string'
    )
      throw new Error(`${what} → ${answer.status} is not told as every refusal is: ${text}`);
  } else if ((await writesSince()).length > 0) {
    // what an accepted call set going is not the next one's doing
    await app.settled();
    await writesSince();
  }
  return answer;
}

const deep = (depth: number): unknown => (depth === 0 ? 'fundo' : { a: deep(depth - 1) });
const long = 'ã'.repeat(20_000);

/** Values that no field should choke on, whatever it wants. */
const oddities: readonly (readonly [string, unknown])[] = [
  ['null', null],
  ['true', true],
  ['zero', 0],
  ['negative', -1],
  ['fraction', 1.5],
  ['2^53', 2 ** 53],
  ['1e308', 1e308],
  ['empty', ''],
  ['blank', ' \t\n'],
  ['long', long],
  ['array', []],
  ['nested array', [[1]]],
  ['array of odd', [null, -1, 'x', {}]],
  ['object', {}],
  ['id object', { id: 1 }],
  ['deep', deep(150)],
  ['NUL', 'a\u0000b'],
  ['lone surrogate', 'a\ud800b'],
  ['sql', "x'; drop table users; --"],
  ['like', '%_\\'],
  ['unicode', '👩‍👩‍👧 ﷽ \u202e Ω\u0301'],
  ['operator', { $ne: null }],
  ['date', '2024-02-31'],
  ['many ids', Array.from({ length: 2_000 }, (_, index) => index + 1)],
];

/** Every nth value; the next turn the next ones, so that each value is met by an nth of whatever takes turns. */
const everyNth = <T>(values: readonly T[], n: number, turn: number): T[] =>
  values.filter((_, index) => (index + turn) % n === 0);
const fifthOf = <T>(values: readonly T[], turn: number): T[] => everyNth(values, 5, turn);

const prototypes = [
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"toString":1,"hasOwnProperty":2,"valueOf":{}}',
];

describe('bodies', () => {
  test('every field of every form survives oddities, a fifth of them in turn', async () => {
    let turn = 0;
    for (const operation of operations.filter(({ body }) => body)) {
      const whole = sampleValue(operation.body ?? {}) as Record<string, unknown>;
      for (const [field, schema] of fieldsOf(operation)) {
        turn += 1;
        for (const [name, value] of fifthOf(oddities, turn)) {
          if (name === 'long' && schema?.type !== 'string') continue;
          await holds(`${label(operation)} ${field} = ${name}`, () =>
            client(operation).request(operation.method, path(operation), { body: { ...whole, [field]: value } }),
          );
        }
        const { [field]: _left, ...rest } = whole;
        await holds(`${label(operation)} without ${field}`, () =>
          client(operation).request(operation.method, path(operation), { body: rest }),
        );
      }
    }
  });

  test('a list of small forms holds nothing else', async () => {
    let lists = 0;
    for (const operation of operations.filter(({ body }) => body)) {
      for (const rows of [[[]], [[[]]], [null], ['x']]) {
        for (const [field, body] of bodiesWithRows(operation.body ?? {}, rows)) {
          const what = `${label(operation)} ${field} = ${JSON.stringify(rows)}`;
          const { status } = await holds(what, () =>
            client(operation).request(operation.method, path(operation), { body }),
          );
          expect([what, status >= 400]).toEqual([what, true]);
          lists += 1;
        }
      }
    }
    expect(lists).toBeGreaterThan(20);
  });

  test('bodies that are no form at all', async () => {
    const json = { 'content-type': 'application/json' };
    const bodies: readonly (readonly [string, string | Uint8Array, Readonly<Record<string, string>>])[] = [
      ['nothing', '', json],
      ['null', 'null', json],
      ['number', '1', json],
      ['text', '"x"', json],
      ['list', '[]', json],
      ['list of lists', '[[[]]]', json],
      ['broken', '{"name":', json],
      ['trailing comma', '{"a":1,}', json],
      ['deep lists', `${'['.repeat(20_000)}${']'.repeat(20_000)}`, json],
      ['bad utf-8', new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]), json],
      ['bom', '\ufeff{}', json],
      ['as text', 'name=x', { 'content-type': 'text/plain' }],
      ['as form', 'name=x&color=y', { 'content-type': 'application/x-www-form-urlencoded' }],
      ['as xml', '<a/>', { 'content-type': 'application/xml' }],
      ['nonsense type', '{}', { 'content-type': 'x' }],
      ['no boundary', 'x', { 'content-type': 'multipart/form-data' }],
      ['wrong boundary', '--a\r\n\r\nx\r\n--a--', { 'content-type': 'multipart/form-data; boundary=b' }],
      [
        'cut form',
        '--b\r\nContent-Disposition: form-data; name="medias"; filename="x.png"\r\n\r\nPNG',
        { 'content-type': 'multipart/form-data; boundary=b' },
      ],
      ['wrong charset', '{}', { 'content-type': 'application/json; charset=nope' }],
      ...prototypes.map((body) => ['prototype', body, json] as const),
    ];
    for (const [turn, operation] of operations.filter(({ method }) => method !== 'GET').entries()) {
      for (const [name, body, headers] of everyNth(bodies, 2, turn)) {
        if (operation.method === 'DELETE' && name !== 'broken') continue;
        await holds(`${label(operation)} ${name}`, () =>
          client(operation).request(
            operation.method,
            operation.method === 'DELETE' ? path(operation).replace(/\d+$/, '999999') : path(operation),
            { body, headers },
          ),
        );
      }
    }
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  test('more bytes, keys, values or levels than a form has are refused, announced or not', async () => {
    const headers = { 'content-type': 'application/json' };
    const streamed = (text: string) =>
      fetch(`${app.url}/auth/login`, {
        method: 'POST',
        headers,
        body: new Blob([text]).stream(),
        duplex: 'half',
      } as RequestInit).then((answer) => answer.json() as Promise<object>);
    const keys = (count: number) => `{${Array.from({ length: count }, (_, index) => `"k${index}":1`).join(',')}}`;
    const large = `{"name":"${'x'.repeat(70_000)}"}`;
    expect(await streamed(large)).toMatchObject({ statusCode: 413, code: 'ERR_TOO_LARGE' });
    for (const [target, body, status] of [
      ['/tags', large, 413],
      ['/nada', large, 413],
      [`/sandbox/${w.connection.id}/messages`, `{"name":"${'x'.repeat(11 * 1024 * 1024)}"}`, 413],
      ['/tags', keys(2_500), 400],
      ['/tags', `[${'[],'.repeat(15_000)}[]]`, 400],
      ['/tags', JSON.stringify(deep(150)), 400],
    ] as const) {
      const answer = await holds(`POST ${target} large`, () => w.admin.request('POST', target, { body, headers }));
      expect([target, body.length, answer.status]).toEqual([target, body.length, status]);
    }
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const fields = await holds('many fields', () =>
      w.admin.request('POST', '/tags', { body: 'a&'.repeat(2_500), headers: form }),
    );
    expect(fields.status).toBe(400);
  });

  test('forms with files: odd names, too many, in the wrong place; nothing refused stays in the storage', async () => {
    const target = `/messages/${ids['ticketId']}`;
    const stored = async (): Promise<number> =>
      (await readdir(app.config.storageDir, { recursive: true, withFileTypes: true }).catch(() => [])).filter((entry) =>
        entry.isFile(),
      ).length;
    const before = await stored();
    const send = (what: string, data: FormData, to = target) => holds(what, () => w.attendant.post(to, data));
    const refused: readonly (readonly [string, FormData, string?])[] = [
      ['empty file', form({}, [{ ...files.png, bytes: Buffer.alloc(0) }])],
      ['one empty among full', form({}, [files.png, { ...files.pdf, bytes: Buffer.alloc(0) }])],
      ['wrong field', form({}, [files.png], 'file')],
      [
        'too many',
        form(
          {},
          Array.from({ length: 21 }, () => files.png),
        ),
      ],
      ['bad clientMessageId', form({ clientMessageId: 'x' }, [files.png])],
      ['bad quote', form({ quotedMsg: '{"id":' }, [files.png])],
      ['to nobody', form({ body: 'x' }, [files.png]), '/messages/999999'],
      ['to a route without files', form({ name: 'x' }, [files.png]), '/tags'],
      ['prototype field', form({ ['__proto__']: 'x' }, [files.png], 'constructor')],
      ['large field', form({ body: 'x'.repeat(100_000) }, [files.png])],
    ];
    for (const [what, data, to] of refused)
      expect([what, (await send(what, data, to)).status >= 400]).toEqual([what, true]);
    expect(await stored()).toBe(before);
    for (const name of [
      '../../etc/passwd',
      '..\\..\\x',
      'a\u0000b.png',
      '',
      '.',
      `${'n'.repeat(5_000)}.png`,
      '<img onerror=1>.png',
      'é\u0301"; filename="x.html',
    ]) {
      await send(`file named ${name}`, form({}, [{ ...files.png, name }]));
    }
  });
});

describe('addresses', () => {
  const odd = [
    '0',
    '-1',
    '1.5',
    '1e3',
    '9007199254740993',
    '999999999999999999999',
    'NaN',
    'null',
    'undefined',
    'true',
    '%00',
    '%ED%A0%80',
    '%',
    '%2e%2e%2f',
    "1' or '1'='1",
    '1;drop table users',
    '[1]',
    '{}',
    '😀',
    'a'.repeat(400),
    'a'.repeat(20_000),
  ];

  test('every path parameter survives oddities, a third of them in turn', async () => {
    for (const [turn, operation] of operations.filter(({ pathParams }) => pathParams.length > 0).entries()) {
      for (const value of everyNth(odd, 3, turn)) {
        const target = operation.path.replace(/:\w+/g, () => encode(value));
        const body = operation.body && operation.method !== 'DELETE' ? { body: sampleValue(operation.body) } : {};
        const answer = await raw(operation, target, body);
        if (answer && answer.status < 400 && operation.path !== '/settings/:key')
          throw new Error(`${operation.method} ${target} → ${answer.status}`);
      }
    }
  });

  /** What `fetch` itself refuses to send cannot be asked. */
  async function raw(operation: Operation, target: string, body: object): Promise<Answer<unknown> | undefined> {
    if (!URL.canParse(app.url + target)) return undefined;
    return holds(`${operation.method} ${target.slice(0, 200)}`, () =>
      client(operation).request(operation.method, target, body),
    );
  }

  const encode = (value: string): string => (value.startsWith('%') ? value : encodeURIComponent(value));

  test('every query parameter survives oddities, a fifth of them in turn', async () => {
    let turn = 0;
    const values = [
      ...odd,
      '[]',
      '[null]',
      '[-1]',
      '[1e308]',
      '[[1]]',
      '{"a":1}',
      '["x"]',
      '[1,',
      `[${'1,'.repeat(2_000)}1]`,
      '2024-13-45',
      '0000-00-00',
      '9999-12-31',
      '-000001-01-01',
      'MjAyNA',
      Buffer.from('2024-99-99T99:99:99.999Z|1').toString('base64url'),
    ];
    const everywhere = [
      'range',
      'sort',
      'filter',
      'searchParam',
      'pageNumber',
      'limit',
      'constructor',
      '__proto__',
      'toString',
    ];
    for (const [place, operation] of operations.filter(({ method }) => method === 'GET').entries()) {
      const listens = operation.pathParams.length === 0 && operation.access !== 'public';
      for (const name of new Set([...operation.queryParams, ...(listens ? everyNth(everywhere, 3, place) : [])])) {
        turn += 1;
        for (const value of fifthOf(values, turn))
          await raw(operation, `${path(operation)}?${name}=${encode(value)}`, {});
        await raw(operation, `${path(operation)}?${name}=1&${name}=2`, {});
        await raw(operation, `${path(operation)}?${name}[]=1`, {});
        await raw(operation, `${path(operation)}?${name}`, {});
      }
    }
  });

  test('a number that a column cannot hold is in none of its rows', async () => {
    for (const kanban of [1.5, 3_000_000_000, [1.5, 2 ** 40]])
      expect(bodyOf(await w.admin.get(`/tags?filter=${JSON.stringify({ kanban })}`))).toEqual([]);
    expect(bodyOf(await w.admin.get(`/schedules?filter={"contactId":1.5}`))).toEqual([]);
  });

  test('filters, sorts and ranges of the other dialect', async () => {
    const json = (value: unknown): string => encodeURIComponent(JSON.stringify(value));
    const queries = [
      ...oddities
        .filter(([name]) => name !== 'long' && name !== 'many ids')
        .flatMap(([, value]) => [
          `filter=${json({ q: value })}`,
          `filter=${json({ id: value })}`,
          `filter=${json({ name: value })}`,
          `filter=${json({ channel: value })}`,
          `filter=${json({ profile: value })}`,
          `filter=${json({ kanban: value })}`,
          `filter=${json({ planId: value })}`,
          `filter=${json({ status: value })}`,
          `sort=${json([value, 'ASC'])}`,
          `range=${json([0, value])}`,
        ]),
      `filter=${json({ $or: [{ id: 1 }] })}`,
      `filter=${json({ 'id; drop table users': 1 })}`,
      `filter=${json({ company: { id: 1 } })}`,
      `sort=${json(['passwordHash', 'ASC'])}`,
      `sort=${json(['id', 'ASC; drop table users'])}`,
      `sort=${json(['name'])}`,
      `range=${json([5, 1])}`,
      `range=${json([0, 10_000_000])}`,
      `filter=${encodeURIComponent('{"__proto__":{"a":1}}')}`,
    ];
    const lists = operations.filter(
      ({ method, queryParams }) => method === 'GET' && queryParams.includes('pageNumber'),
    );
    for (const [turn, operation] of lists.entries()) {
      for (const query of fifthOf(queries, turn)) await raw(operation, `${operation.path}?${query}`, {});
    }
  });

  test('a path that nobody serves is a 404 in our words, and odd methods are refused', async () => {
    for (const [method, target] of [
      ['GET', '/nada'],
      ['POST', '/nada'],
      ['PUT', '/tickets'],
      ['DELETE', '/tickets'],
      ['PATCH', `/tickets/${ids['tickets']}`],
      ['PUT', '/'],
      ['GET', '//tickets'],
      ['GET', '/tickets/../../etc/passwd'],
    ] as const) {
      const answer = await holds(`${method} ${target}`, () => w.admin.request(method, target));
      expect([target, answer.status]).toEqual([target, 404]);
    }
  });

  test('headers: odd tokens, languages, cookies and keys', async () => {
    const headers: readonly Readonly<Record<string, string>>[] = [
      { authorization: 'Bearer' },
      { authorization: 'Basic x' },
      { authorization: `Bearer ${'x'.repeat(5_000)}` },
      { authorization: 'Bearer a.b.c' },
      { authorization: 'Bearer eyJhbGciOiJub25lIn0.eyJzaWQiOjEsInVzZXJJZCI6MX0.' },
      { 'accept-language': ',;q=,,é'.replace('é', 'e') },
      { 'accept-language': 'x'.repeat(5_000) },
      { cookie: 'jrt=%00; jrt=x' },
      { cookie: `jrt=${'x'.repeat(5_000)}` },
      { 'idempotency-key': 'x'.repeat(500) },
      { 'if-none-match': '"'.repeat(1_000) },
      { range: 'bytes=5-1' },
      { 'x-forwarded-for': 'x, y' },
    ];
    // without the cookie: an old one, used again, ends its session, as it has to
    const signedIn = Object.assign(app.visitor(), { token: w.admin.token });
    for (const each of headers) {
      for (const [method, target] of [
        ['GET', '/resources'],
        ['GET', '/auth/me'],
        ['POST', '/auth/refresh_token'],
        ['POST', '/tags'],
        ['GET', '/media/x'],
      ] as const) {
        await holds(`${method} ${target} ${JSON.stringify(each).slice(0, 80)}`, () =>
          signedIn.request(method, target, { headers: each, ...(target === '/tags' ? { body: {} } : {}) }),
        );
      }
    }
  });
});

test('after all this everything still works', async () => {
  const ticket = await w.customer().says('vocês ainda estão aí?');
  expect(bodyOf(await w.attendant.put<{ status: string }>(`/tickets/${ticket.id}`, { status: 'open' })).status).toBe(
    'open',
  );
});

/** Bodies of a form, each with one of its lists of small forms replaced, at any depth. */
function bodiesWithRows(form: Schema, rows: readonly unknown[]): [string, Record<string, unknown>][] {
  const whole = sampleValue(form) as Record<string, unknown>;
  return Object.entries(form.properties ?? {}).flatMap(([name, { items, ...schema }]) => {
    const within = bodiesWithRows(items ?? schema, rows).map(([field, value]): [string, Record<string, unknown>] => [
      `${name}.${field}`,
      { ...whole, [name]: items ? [value] : value },
    ]);
    return items?.properties ? [[name, { ...whole, [name]: rows }], ...within] : within;
  });
}

/** Fields of the form, of the small forms inside of it, and one that it does not know. */
function fieldsOf({ body }: Operation): [string, Schema | undefined][] {
  return [...Object.entries(body?.properties ?? {}), ['unknownField', undefined], ['companyId', undefined]];
}
