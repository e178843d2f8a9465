import type { EventEmitter } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { jest } from '@jest/globals';
import { serverUrl } from '../../../test/support/database.js';
import { PreparedClient } from './prepared-client.js';

let client: PreparedClient;

beforeEach(async () => {
  client = new PreparedClient({ connectionString: serverUrl() });
  await client.connect();
  await client.query('create temporary table kept (id int)');
});
afterEach(() => client.end());

async function kept(): Promise<number[]> {
  return (await client.query<{ id: number }>('select id from kept order by id')).rows.map(({ id }) => id);
}

describe('statements that are started together', () => {
  test('leave in one write, and are answered in their order', async () => {
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
    const writes = jest.spyOn(stream, '_writev' as never);
    const answers = await Promise.all([
      client.query('begin'),
      client.query('insert into kept values ($1)', [1]),
      client.query('select id from kept'),
      client.query('commit'),
    ]);
    expect(writes).toHaveBeenCalledTimes(1);
    expect(answers.map(({ command }) => command)).toEqual(['BEGIN', 'INSERT', 'SELECT', 'COMMIT']);
    expect(await kept()).toEqual([1]);
  });

  test('fail one by one outside of a transaction, and all after the first inside of one', async () => {
    const fails = (): Promise<unknown>[] => [
      client.query('select 1 / $1::int', [0]),
      client.query('insert into kept values (2)'),
    ];
    const outside = await Promise.allSettled(fails());
    expect(outside.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    void client.query('begin');
    const inside = await Promise.allSettled(fails());
    expect(inside.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await client.query('rollback');
    expect(await kept()).toEqual([2]);
  });
});

test('a transaction that cannot be begun closes the connection, so that nothing runs outside of it', async () => {
  const failing = new PreparedClient({ connectionString: serverUrl() });
  failing.on('error', () => undefined);
  await failing.connect();
  const begun = failing.query("begin; select set_config('no such parameter', '7', true)");
  const insert = failing.query("select pg_notify('outside', '')");
  await expect(begun).rejects.toThrow();
  await expect(Promise.all([insert, failing.query('select 1')])).rejects.toThrow();
  await failing.end();
});

test('times are read as ISO 8601 with milliseconds', async () => {
  await client.query('set timezone to utc');
  const times = ['2026-11-23T09:30:00Z', '2026-11-23T09:30:00.25Z', '2026-11-23T09:30:00.123456Z'];
  const { rows } = await client.query<{ at: string | null }>('select unnest($1::timestamptz[]) as at', [times]);
  const parts = ['000', '250', '123'];
  expect(rows).toEqual(parts.map((fraction) => ({ at: `2026-11-23T09:30:00.${fraction}Z` })));
  for (const at of ['infinity', '-infinity', '10000-01-01 02:59:59+00'])
    expect((await client.query('select $1::timestamptz as at', [at])).rows).toEqual([{ at }]);
});

describe('plans', () => {
  const planned = async (): Promise<string[]> =>
    (await client.query<{ statement: string }>('select statement from pg_prepared_statements')).rows.map(
      ({ statement }) => statement,
    );

  test('are kept for statements with parameters, one for each text', async () => {
    const text = 'select $1::int + 1 as sum';
    for (const value of [1, 2, 3]) expect((await client.query(text, [value])).rows).toEqual([{ sum: value + 1 }]);
    await client.query('select 2 as two');
    expect(await planned()).toEqual([text]);
  });

  test('what could not be planned is planned when it can be', async () => {
    const text = 'select count(*)::int as count from made_later where id = $1';
    await expect(client.query(text, [1])).rejects.toThrow('made_later');
    await client.query('create temporary table made_later (id int)');
    expect((await client.query(text, [1])).rows).toEqual([{ count: 0 }]);
    expect(await planned()).toEqual([text]);
  });

  test('four hundred at the most; further texts work all the same', async () => {
    const sums = Array.from({ length: 405 }, (_, index) => `select $1::int + ${index} as sum`);
    for (let round = 0; round < 2; round += 1)
      for (const [index, text] of sums.entries())
        expect((await client.query(text, [round])).rows).toEqual([{ sum: round + index }]);
    expect((await planned()).length).toBe(400);
  });
});

describe('columns of a prepared statement', () => {
  const countDescriptions = (): (() => number) => {
    const { connection } = client as unknown as { connection: EventEmitter };
    let count = 0;
    connection.on('rowDescription', () => (count += 1));
    return () => count;
  };

  test('are asked for by its first run only, and read in either form', async () => {
    const described = countDescriptions();
    const text = 'select 6 / $1::int as share, $1::text as "text", null as nothing';
    await expect(client.query(text, ['0'])).rejects.toThrow('division by zero');
    for (const [value, share] of [
      ['2', 3],
      ['3', 2],
    ])
      expect((await client.query(text, [value])).rows).toEqual([{ share, text: value, nothing: null }]);
    const asArrays = await client.query({ text, values: ['6'], rowMode: 'array' });
    expect(asArrays.rows).toEqual([[1, '6', null]]);
    expect(asArrays.fields.map(({ name }) => name)).toEqual(['share', 'text', 'nothing']);
    expect(described()).toBe(1);
  });

  test('belong to the statement, whatever runs beside it', async () => {
    const described = countDescriptions();
    for (let round = 0; round < 3; round += 1) {
      const answers = await Promise.all([
        client.query('insert into kept values ($1)', [round]),
        client.query('select count(*)::int as count from kept where id <= $1', [round]),
        client.query('delete from kept where id = $1 returning id, id + 1 as next', [round]),
        client.query("select 'not prepared' as text"),
      ]);
      expect(answers.map(({ rows }) => rows)).toEqual([
        [],
        [{ count: 1 }],
        [{ id: round, next: round + 1 }],
        [{ text: 'not prepared' }],
      ]);
    }
    expect(described()).toBe(2 + 3);
  });

  test('that have changed are an error, not misread rows', async () => {
    await client.query('insert into kept values (7)');
    const text = 'select * from kept where id = $1';
    expect((await client.query(text, [7])).rows).toEqual([{ id: 7 }]);
    await client.query('alter table kept add column name text');
    await expect(client.query(text, [7])).rejects.toThrow('cached plan must not change result type');
  });
});

test('a connection on which nothing is answered is closed, and whoever asks there is told', async () => {
  const to = new URL(serverUrl());
  const ways: Socket[] = [];
  const silent = createServer((near) => {
    const far = connect(Number(to.port), '127.0.0.1');
    ways.push(near, far);
    near.pipe(far);
    far.pipe(near);
    for (const way of [near, far]) way.on('error', () => undefined);
  });
  await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
  const through = new URL(to);
  through.hostname = '127.0.0.1';
  through.port = String((silent.address() as AddressInfo).port);
  const lost = new PreparedClient({ connectionString: through.href, query_timeout: 300 });
  const closed = new Promise((done) => lost.once('end', done));
  lost.on('error', () => undefined);
  await lost.connect();
  await lost.query('select $1::int', [1]);
  ways[1]?.unpipe();
  await expect(lost.query('select $1::int', [2])).rejects.toThrow(/timeout/);
  await closed;
  await expect(lost.query('select 3')).rejects.toThrow();
  for (const way of ways) way.destroy();
  await new Promise((done) => silent.close(done));
});
