import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/*
 * Processes of the release before serve beside a schema that is already new. What would break them waits for a later release:
 * first expand, then contract.
 */

const folder = join(import.meta.dirname, '../../migrations');
/** Version 1.0.0: the whole schema. */
const baseline = '20261130190000-baseline';

const destructive: readonly [what: string, pattern: RegExp][] = [
  ['drops a column', /\bdrop column\b/i],
  ['drops a table', /\bdrop table\b/i],
  ['renames', /\brename (?:column|to)\b|\brename "?\w+"? to\b/i],
  ['changes a type', /\balter column "?\w+"? (?:set data )?type\b/i],
  ['refuses null', /\bset not null\b/i],
  ['drops a default', /\bdrop default\b/i],
];

/** What processes of the release before could not work with. */
function destructionsIn(migration: string): string[] {
  const found = destructive.filter(([, pattern]) => pattern.test(migration)).map(([what]) => what);
  const added = migration.split(/(?=\badd column\b|\balter column\b|\bcreate table\b|`)/i);
  const required = added.some(
    (clause) => /^add column/i.test(clause) && /\bnot null\b/i.test(clause) && !/\b(default|generated)\b/i.test(clause),
  );
  return required ? [...found, 'adds a required column without a default'] : found;
}

/** `// contract of <migration>`: the expansion is in an earlier release. `// offline: <reason>`: all processes have to be stopped. */
function marksIn(migration: string): { contractOf: string | undefined; offline: string | undefined } {
  return {
    contractOf: /^\/\/ contract of (\S+)$/m.exec(migration)?.[1],
    offline: /^\/\/ offline: (.+)$/m.exec(migration)?.[1],
  };
}

test('statements that break the release before are recognised', () => {
  const sql = (statement: string): string => `this.addSql(\`${statement}\`);`;
  const column = 'alter table "tags" add column';
  expect(destructionsIn(sql('alter table "tags" drop column "color"'))).toEqual(['drops a column']);
  expect(destructionsIn(sql('drop table "tags"'))).toEqual(['drops a table']);
  expect(destructionsIn(sql('alter table "tags" rename column "color" to "hue"'))).toEqual(['renames']);
  expect(destructionsIn(sql('alter table "tags" rename "color" to "hue"'))).toEqual(['renames']);
  expect(destructionsIn(sql('alter table "tags" rename to "labels"'))).toEqual(['renames']);
  expect(destructionsIn(sql('alter table "tags" alter column "color" type int'))).toEqual(['changes a type']);
  expect(destructionsIn(sql('alter table "tags" alter column "color" set not null'))).toEqual(['refuses null']);
  expect(destructionsIn(sql('alter table "tags" alter "color" drop default'))).toEqual(['drops a default']);
  expect(destructionsIn(sql(`${column} "a" int not null default 0, add column "b" int not null`))).toEqual([
    'adds a required column without a default',
  ]);
  expect(destructionsIn(sql(`${column} "a" int null, add column "b" int not null default 0`))).toEqual([]);
  expect(destructionsIn(sql(`${column} "a" int generated always as (1) stored not null`))).toEqual([]);
  expect(destructionsIn(`${sql('create table "x" ("id" int not null)')}${sql(`${column} "a" int null`)}`)).toEqual([]);
});

test('each migration works beside the release before, or names its expansion or why all have to stop', async () => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.ts')).map((name) => name.slice(0, -3));
  expect(names).toContain(baseline);
  const refused: string[] = [];
  for (const name of names.filter((each) => each > baseline)) {
    const migration = await readFile(join(folder, `${name}.ts`), 'utf8');
    const { contractOf, offline } = marksIn(migration);
    if (contractOf && !(names.includes(contractOf) && contractOf < name))
      refused.push(`${name}: ${contractOf} is no earlier migration`);
    if (!contractOf && !offline) refused.push(...destructionsIn(migration).map((what) => `${name} ${what}`));
  }
  expect(refused).toEqual([]);
});
