import { MikroORM } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { serverUrl } from '../../../test/support/database.js';
import { DatabaseRole } from './database-role.js';
import { statementBuilder } from './kysely-with.js';
import { executeStatement } from './statements.js';
import { Transaction } from './transaction.js';

const size = 2;
let orm: MikroORM;
let role: DatabaseRole;
const logged: string[] = [];

beforeAll(async () => {
  orm = await MikroORM.init({
    dbName: 'atende',
    entities: [],
    discovery: { warnWhenNoEntities: false },
    driverOptions: statementBuilder,
    ensureDatabase: false,
  });
  role = new DatabaseRole(serverUrl(), { max: size });
  await executeStatement(role, sql`create table if not exists of_transactions (id int)`);
  role.onStatement = (text) => void logged.push(text);
});
beforeEach(async () => {
  await executeStatement(role, sql`delete from of_transactions`);
  logged.splice(0);
});
afterAll(async () => {
  await executeStatement(role, sql`drop table of_transactions`);
  await role.close();
});

const insert = (id: number) => sql`insert into of_transactions values (${id})`;
const stored = async (): Promise<number[]> =>
  (await executeStatement<{ id: number }>(role, sql`select id from of_transactions order by id`)).rows.map(
    ({ id }) => id,
  );
const company = sql<{ id: string }>`select current_setting('mikro.company.id', true) as id`;

test('a commit keeps, a rollback drops, by statements and by the entity manager', async () => {
  for (const end of ['commit', 'rollback'] as const) {
    const unit = new Transaction(role, orm.em, undefined);
    await Promise.all([unit.execute(insert(1)), unit.execute(insert(2))]);
    await unit.em.execute('insert into of_transactions values (?)', [3]);
    expect(await stored()).toEqual(end === 'commit' ? [] : [1, 2, 3]);
    await unit[end]();
    expect(await stored()).toEqual([1, 2, 3]);
  }
});

test('without a statement it takes no connection', async () => {
  const units = Array.from({ length: size * 3 }, () => new Transaction(role, orm.em, 7));
  for (const unit of units) await unit.commit();
  expect(logged).toEqual([]);
});

test('the company holds until its end', async () => {
  const unit = new Transaction(role, orm.em, 7);
  expect((await unit.execute(company)).rows).toEqual([{ id: '7' }]);
  await unit.rollback();
  for (let connection = 0; connection < size * 2; connection += 1)
    expect((await executeStatement(role, company)).rows[0]?.id || null).toBeNull();
});

test('only one that read nothing but rows may end unawaited', async () => {
  const reads = new Transaction(role, orm.em, undefined);
  await reads.execute(sql`select id from of_transactions`);
  expect(reads.isReadOnly).toBe(true);
  reads.commitUnawaited();
  const writes = new Transaction(role, orm.em, undefined);
  await writes.execute(sql`with gone as (delete from of_transactions returning id) select id from gone`);
  expect(writes.isReadOnly).toBe(false);
  await writes.rollback();
  const locks = new Transaction(role, orm.em, undefined);
  await locks.execute(sql`select pg_try_advisory_xact_lock(7)`);
  expect(locks.isReadOnly).toBe(false);
  await locks.rollback();
  const managed = new Transaction(role, orm.em, undefined);
  await managed.em.execute('select 1');
  expect(managed.isReadOnly).toBe(false);
  await managed.rollback();
});

test('a commit after a failure says so, and nothing runs after the end', async () => {
  const unit = new Transaction(role, orm.em, undefined);
  await unit.execute(insert(1));
  await expect(unit.execute(sql`select 1 / ${0}::int`)).rejects.toThrow('division by zero');
  await expect(unit.commit()).rejects.toThrow('had failed');
  await unit.rollback();
  expect(await stored()).toEqual([]);
  await expect(unit.execute(insert(2))).rejects.toThrow('is over');
});

describe('what is sent with the commit', () => {
  test('is stored and answered with it', async () => {
    const unit = new Transaction(role, orm.em, undefined);
    const answers: unknown[] = [];
    unit.executeWithCommit(
      () => sql`insert into of_transactions values (${2}) returning id`,
      ({ rows }) => answers.push(rows),
    );
    unit.executeWithCommit(() => undefined);
    await unit.execute(insert(1));
    expect(await stored()).toEqual([]);
    await unit.commit();
    expect(answers).toEqual([[{ id: 2 }]]);
    expect(await stored()).toEqual([1, 2]);
    expect(() => unit.executeWithCommit(() => insert(3))).toThrow('is over');
  });

  test('makes a transaction that only read one that wrote', async () => {
    const unit = new Transaction(role, orm.em, undefined);
    await unit.execute(sql`select id from of_transactions`);
    unit.executeWithCommit(() => insert(1));
    expect(unit.isReadOnly).toBe(false);
    await unit.rollback();
    expect(await stored()).toEqual([]);
  });

  test('undoes everything when one fails, and says why', async () => {
    for (let round = 0; round <= size; round += 1) {
      const unit = new Transaction(role, orm.em, undefined);
      await unit.execute(insert(1));
      unit.executeWithCommit(() => insert(2));
      unit.executeWithCommit(() => sql`select 1 / ${0}::int`);
      unit.executeWithCommit(() => insert(3));
      await expect(unit.commit()).rejects.toThrow('division by zero');
      await unit.rollback();
    }
    expect(await stored()).toEqual([]);
  });

  test('is not committed without one that cannot be made', async () => {
    const unit = new Transaction(role, orm.em, undefined);
    await unit.execute(insert(1));
    unit.executeWithCommit(() => insert(2));
    unit.executeWithCommit(() => {
      throw new Error('cannot be made');
    });
    await expect(unit.commit()).rejects.toThrow('cannot be made');
    await unit.rollback();
    expect(await stored()).toEqual([]);
    expect(logged.filter((query) => query === 'commit')).toEqual([]);
  });

  test('fails when an earlier statement had failed', async () => {
    const unit = new Transaction(role, orm.em, undefined);
    await expect(unit.execute(sql`select 1 / ${0}::int`)).rejects.toThrow('division by zero');
    unit.executeWithCommit(() => insert(1));
    await expect(unit.commit()).rejects.toThrow('division by zero');
    await unit.rollback();
    expect(await stored()).toEqual([]);
  });
});

test('connections that break are replaced', async () => {
  for (let round = 0; round <= size; round += 1) {
    const unit = new Transaction(role, orm.em, undefined);
    await expect(unit.execute(sql`select pg_terminate_backend(pg_backend_pid())`)).rejects.toThrow();
    await unit.rollback();
  }
  const work = Array.from({ length: size * 3 }, async () => {
    const unit = new Transaction(role, orm.em, undefined);
    const { rows } = await unit.execute(sql`select 1 as one`);
    await unit.commit();
    return rows;
  });
  expect(await Promise.all(work)).toEqual(Array(size * 3).fill([{ one: 1 }]));
});

test('statements that were sent together with one that fails have its error', async () => {
  const unit = new Transaction(role, orm.em, undefined);
  const answers = await Promise.allSettled([
    unit.execute(insert(1)),
    unit.execute(sql`select 1 / ${0}::int`),
    unit.execute(insert(2)),
    unit.em.execute('insert into of_transactions values (?)', [3]),
  ]);
  await unit.rollback();
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected']);
  for (const answer of answers.slice(1))
    expect(String((answer as PromiseRejectedResult).reason)).toContain('division by zero');
  expect(await stored()).toEqual([]);
});
