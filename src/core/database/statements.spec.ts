import { MikroORM } from '@mikro-orm/postgresql';
import { serverUrl } from '../../../test/support/database.js';
import { ormConfig } from '../../mikro-orm.config.js';
import { execute } from './statements.js';

let orm: MikroORM;

beforeAll(async () => {
  orm = await MikroORM.init(ormConfig(serverUrl(), { min: 0, max: 1 }, () => undefined));
});
afterAll(() => orm.close(true));

const rows = async (statement: string, ...params: readonly unknown[]): Promise<unknown[]> =>
  (await execute(orm, undefined, statement, params)).rows;

describe('a question mark', () => {
  test('is a parameter, in the order of the text', async () => {
    expect(await rows('select ?::int as a, ?::text as b, ?::int as c', 1, 'dois', 3)).toEqual([
      { a: 1, b: 'dois', c: 3 },
    ]);
  });

  test.each([
    ['in a literal', "select 'por quê?' as text, ?::int as n", { text: 'por quê?' }],
    ['behind a doubled quote', "select 'it''s me?' as text, ?::int as n", { text: "it's me?" }],
    ['in an empty literal beside one', "select '' || '?' as text, ?::int as n", { text: '?' }],
    ['in a quoted name', 'select 1 as "why?", ?::int as n', { 'why?': 1 }],
    ['behind a doubled quote of a name', 'select 1 as "a""b?", ?::int as n', { 'a"b?': 1 }],
    ['in a quoted name with a quote of a literal', 'select 1 as "it\'s?", ?::int as n', { "it's?": 1 }],
    ['in a comment to the end of the line', 'select -- what?\n ?::int as n', {}],
    ['in a comment with a quote', "select -- what's this?\n ?::int as n", {}],
    ['in a comment over lines', 'select /* what?\n  and "why? */ ?::int as n', {}],
    ['in a text between dollars', "select $$it's?$$ as text, ?::int as n", { text: "it's?" }],
  ])('%s is none', async (_name, statement, further) => {
    for (const n of [4, 5]) expect(await rows(statement, n)).toEqual([{ ...further, n }]);
  });

  test('stays as it is where there are no parameters', async () => {
    expect(await rows(`select '{"a": 1}'::jsonb ? 'a' as has`)).toEqual([{ has: true }]);
  });
});

describe('a parameter', () => {
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
  ];

  test('arrives as it was, alone and in a list', async () => {
    for (const text of odd) expect(await rows('select ?::text as text', text)).toEqual([{ text }]);
    expect(await rows('select ?::text[] as list', odd)).toEqual([{ list: odd }]);
  });

  test('may be a list of numbers, of nothing, or with nothing in it', async () => {
    expect(await rows('select to_json(?::bigint[]) as list', [1, 2 ** 40])).toEqual([{ list: [1, 2 ** 40] }]);
    expect(await rows('select ?::text[] as list', [])).toEqual([{ list: [] }]);
    expect(await rows('select ?::text[] as list', ['a', null])).toEqual([{ list: ['a', null] }]);
  });

  test('may be a moment, objects as JSON, or nothing', async () => {
    const at = new Date('2026-02-03T04:05:06.789Z');
    expect(await rows('select ?::timestamptz = ?::timestamptz as same', at, at.toISOString())).toEqual([
      { same: true },
    ]);
    const objects = [{ text: 'a "b"\n' }, { n: [1, 2] }].map((each) => JSON.stringify(each));
    expect(await rows('select ?::jsonb[] as list', objects)).toEqual([
      { list: objects.map((each) => JSON.parse(each)) },
    ]);
    expect(await rows('select ?::int as n', null)).toEqual([{ n: null }]);
  });
});
