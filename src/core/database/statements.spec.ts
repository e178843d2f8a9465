import { type RawBuilder, sql } from 'kysely';
import { serverUrl } from '../../../test/support/database.js';
import { DatabaseRole } from './database-role.js';
import { executeStatement, planEachTime, type Statement } from './statements.js';
import { tables } from './tables.js';

let role: DatabaseRole;
const logged: string[] = [];

beforeAll(async () => {
  role = new DatabaseRole(serverUrl(), { max: 1 });
  role.onStatement = (text) => void logged.push(text);
  await rows(sql`select 1`);
});
beforeEach(() => void logged.splice(0));
afterAll(() => role.close());

const rows = async <T>(statement: Statement<T>): Promise<T[]> => (await executeStatement(role, statement)).rows;

describe('a template', () => {
  test('numbers its values in the order of the text, so that the plan is kept for all of them', async () => {
    const ask = (a: number, b: string) => rows(sql`select ${a}::int as a, ${b}::text as b, ${a}::int as c`);
    expect(await ask(1, 'dois')).toEqual([{ a: 1, b: 'dois', c: 1 }]);
    expect(await ask(3, "it's")).toEqual([{ a: 3, b: "it's", c: 3 }]);
    expect(logged).toEqual(Array(2).fill('select $1::int as a, $2::text as b, $3::int as c'));
  });

  test('takes fragments, with their values, at any depth', async () => {
    const known = sql`n in (1, 2, 3)`;
    const above = (least: number): RawBuilder<boolean> => sql`n > ${least}`;
    const all = sql.join([known, above(1), sql`(${above(0)} or n = ${7})`], sql` and `);
    const text = sql`select n from generate_series(1, ${9}::int) n where ${all} order by ${sql.ref('n')} ${sql.raw('desc')} limit ${sql.lit(5)}`;
    expect(await rows(text)).toEqual([{ n: 3 }, { n: 2 }]);
    expect(logged).toEqual([
      'select n from generate_series(1, $1::int) n where n in (1, 2, 3) and n > $2 and (n > $3 or n = $4) order by "n" desc limit 5',
    ]);
  });

  test('leaves question marks as they are', async () => {
    expect(await rows(sql`select 'por quê?' as text, '{"a": 1}'::jsonb ? ${'a'} as has`)).toEqual([
      { text: 'por quê?', has: true },
    ]);
  });
});

describe('a value', () => {
  const odd = [
    '',
    'NULL',
    'a,b',
    '{x}',
    'say "oi"',
    'back\\slash',
    'two\nlines\tand a tab',
    '\u007f',
    "it's",
    ' á 👍 ',
    '$1 ?',
  ];

  test('arrives as it was, alone and in a list', async () => {
    for (const text of odd) expect(await rows(sql`select ${text}::text as text`)).toEqual([{ text }]);
    expect(await rows(sql`select ${odd}::text[] as list`)).toEqual([{ list: odd }]);
  });

  test('may be a list of numbers, of nothing, or with nothing in it', async () => {
    expect(await rows(sql`select to_json(${[1, 2 ** 40]}::bigint[]) as list`)).toEqual([{ list: [1, 2 ** 40] }]);
    expect(await rows(sql`select ${[]}::text[] as list`)).toEqual([{ list: [] }]);
    expect(await rows(sql`select ${['a', null]}::text[] as list`)).toEqual([{ list: ['a', null] }]);
  });

  test('may be a moment, objects as JSON, or nothing', async () => {
    const at = new Date('2026-02-03T04:05:06.789Z');
    expect(await rows(sql`select ${at}::timestamptz = ${at.toISOString()}::timestamptz as same`)).toEqual([
      { same: true },
    ]);
    const objects = [{ text: 'a "b"\n' }, { n: [1, 2] }].map((each) => JSON.stringify(each));
    expect(await rows(sql`select ${objects}::jsonb[] as list`)).toEqual([
      { list: objects.map((each) => JSON.parse(each)) },
    ]);
    expect(await rows(sql`select ${{ a: ['b'] }}::jsonb as object`)).toEqual([{ object: { a: ['b'] } }]);
    expect(await rows(sql`select ${null}::int as n`)).toEqual([{ n: null }]);
  });
});

describe('rows', () => {
  test('have nested members for columns with a dot; null where the first of these is', async () => {
    const text = (id: number | null) => sql`select 1 as a, ${id}::int as "b.id", 'x' as "b.name", 2 as c, 3 as a`;
    expect(await rows(text(7))).toEqual([{ a: 3, b: { id: 7, name: 'x' }, c: 2 }]);
    expect(await rows(text(null))).toEqual([{ a: 3, b: null, c: 2 }]);
    expect(await rows(planEachTime(text(7)))).toEqual([{ a: 3, b: { id: 7, name: 'x' }, c: 2 }]);
    expect(await rows(sql`select 1 as "b.id"`)).toEqual([{ b: { id: 1 } }]);
  });

  test('have lists of ids as numbers, and take any name of a column', async () => {
    expect(await rows(sql`select array[1, 9007199254740991, null]::bigint[] as ids, '{}'::bigint[] as none`)).toEqual([
      { ids: [1, 9007199254740991, null], none: [] },
    ]);
    expect(await rows(sql`select 1 as "it's \\ ""q""", 2`)).toEqual([{ [`it's \\ "q"`]: 1, '?column?': 2 }]);
  });
});

describe('a typed query', () => {
  class Role {
    rolname!: string;
    rolCanLogin!: boolean;
  }
  const roles = tables<{ pg_roles: Role }>().selectFrom('pg_roles');

  test('runs like a template, and takes its fragments', async () => {
    const query = roles.select('rolname as name').where('rolname', '=', 'pg_monitor').where(sql<boolean>`oid > ${0}`);
    const found: { name: string }[] = await rows(query);
    expect(found).toEqual([{ name: 'pg_monitor' }]);
    expect(logged).toEqual(['select "rolname" as "name" from "pg_roles" where "rolname" = $1 and oid > $2']);
  });

  test('does not run by itself, outside of a unit of work', async () => {
    await expect(roles.select('rolname').execute()).rejects.toThrow('Run it with Db');
  });
});
