import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import pg from 'pg';
import { serverUrl } from '../../../test/support/database.js';
import { PreparedClient } from './prepared-client.js';

let client: PreparedClient;
let watcher: pg.Client;
let backend: number;

beforeAll(async () => {
  watcher = new pg.Client({ connectionString: serverUrl() });
  await watcher.connect();
});
afterAll(() => watcher.end());

beforeEach(async () => {
  client = new PreparedClient({ connectionString: serverUrl() });
  await client.connect();
  backend = (await client.query<{ id: number }>('select pg_backend_pid() as id')).rows[0]?.id ?? 0;
  await client.query('create temporary table kept (id int)');
});
afterEach(() => client.end());

/** What PostgreSQL heard last on the connection, and whether a transaction is open there. */
async function heard(): Promise<{ query: string; state: string }> {
  const { rows } = await watcher.query<{ query: string; state: string }>(
    'select query, state from pg_stat_activity where pid = $1',
    [backend],
  );
  if (!rows[0]) throw new Error('No connection');
  return rows[0];
}

async function kept(): Promise<number[]> {
  return (await client.query<{ id: number }>('select id from kept order by id')).rows.map(({ id }) => id);
}

const insert = 'insert into kept values (1)';

describe('begin', () => {
  test('waits for the statement that follows, and travels in one message with it', async () => {
    const before = await heard();
    await client.query('begin');
    expect(await heard()).toEqual(before);
    const { rows } = await client.query('select 7 as seven');
    expect(rows).toEqual([{ seven: 7 }]);
    expect(await heard()).toEqual({ query: 'begin; select 7 as seven', state: 'idle in transaction' });
    await client.query('commit');
    expect((await heard()).state).toBe('idle');
  });

  test.each([
    ['alone', insert, []],
    ['with parameters', 'insert into kept values ($1)', [1]],
  ])('holds for a statement %s: committed it stays, rolled back it never was', async (_name, statement, values) => {
    for (const [end, left] of [
      ['rollback', []],
      ['commit', [1]],
    ] as const) {
      await client.query('begin');
      const { rowCount } = await client.query(statement, values);
      expect([rowCount, (await heard()).state]).toEqual([1, 'idle in transaction']);
      await client.query('insert into kept values (2)');
      await client.query('delete from kept where id = $1', [2]);
      await client.query(end);
      expect([end, (await heard()).state, await kept()]).toEqual([end, 'idle', left]);
    }
  });

  test('holds for what is no text, and for a callback', async () => {
    await client.query('begin');
    await client.query({ text: insert });
    await client.query('rollback');
    await client.query('begin');
    await new Promise<void>((resolve, reject) => {
      client.query(insert, (error) => (error ? reject(error) : resolve()));
    });
    await client.query('rollback');
    expect(await kept()).toEqual([]);
  });

  test.each([
    ['alone', 'select 1 / 0', []],
    ['with parameters', 'select 1 / $1::int', [0]],
    ['that cannot be read', 'selec 1', []],
  ])(
    'a statement %s that fails beside it leaves a transaction that only a rollback ends',
    async (_name, statement, values) => {
      await client.query('begin');
      await expect(client.query(statement, values)).rejects.toThrow(/division by zero|syntax error/);
      await expect(client.query(insert)).rejects.toMatchObject({ code: '25P02' });
      await client.query('rollback');
      expect([(await heard()).state, await kept()]).toEqual(['idle', []]);
      // and the next one is as good as any
      await client.query('begin');
      await client.query(insert);
      await client.query('commit');
      expect(await kept()).toEqual([1]);
    },
  );

  test.each(['commit', 'rollback'])('with nothing until the %s costs nothing and opens nothing', async (end) => {
    const before = await heard();
    await client.query('begin');
    await client.query(end);
    expect(await heard()).toEqual(before);
    // what comes next stands alone
    await client.query(insert);
    expect((await heard()).state).toBe('idle');
    await client.query('begin');
    await client.query('insert into kept values (2)');
    await client.query('rollback');
    expect(await kept()).toEqual([1]);
  });
});

describe('begin with a setting', () => {
  const setting = "select set_config('mikro.company.id', '7', true)";
  const company = "select current_setting('mikro.company.id', true) as company";

  test('is not waited for, and holds until the end of the transaction', async () => {
    await client.query('begin');
    const answers = [client.query(setting), client.query(company), client.query(insert)];
    expect((await Promise.all(answers))[1]?.rows).toEqual([{ company: '7' }]);
    await client.query('rollback');
    expect([(await client.query(company)).rows, await kept()]).toEqual([[{ company: '' }], []]);
  });

  test('that fails closes the connection, so that nothing runs without it', async () => {
    const failing = new PreparedClient({ connectionString: serverUrl() });
    failing.on('error', () => undefined);
    await failing.connect();
    await failing.query('begin');
    await failing.query("select set_config('no such parameter', '7', true)");
    await expect(failing.query('select 1')).rejects.toThrow();
    await expect(failing.query('select 1')).rejects.toThrow();
    await failing.end();
  });
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
    // also as the first statement of a transaction
    await client.query('begin');
    expect((await client.query('select $1::int * 3 as product', [2])).rows).toEqual([{ product: 6 }]);
    expect((await heard()).state).toBe('idle in transaction');
    await client.query('rollback');
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
