import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Entities, tableUse } from '../support/table-use.js';

const root = join(import.meta.dirname, '../..');

interface Source {
  readonly path: string;
  readonly text: string;
}

/** Modules in the order of src/app.module.ts, `core` before them. */
async function moduleOrder(): Promise<string[]> {
  const text = await readFile(join(root, 'src/app.module.ts'), 'utf8');
  const folders = new Map(
    [...text.matchAll(/import \{ (\w+) \} from '\.\/modules\/([\w-]+\/[\w-]+)\//g)].map(([, name, folder]) => [
      name,
      folder,
    ]),
  );
  const [, list = ''] = /export const modules = \[([^\]]*)\]/.exec(text) ?? [];
  return ['core', ...[...list.replace(/\/\/.*/g, '').matchAll(/\w+/g)].flatMap(([name]) => folders.get(name) ?? [])];
}

async function sources(): Promise<Source[]> {
  const paths = globSync('src/{core,modules}/**/*.ts', { cwd: root }).filter((path) => !path.endsWith('.spec.ts'));
  return Promise.all(paths.map(async (path) => ({ path, text: await readFile(join(root, path), 'utf8') })));
}

const moduleOf = (path: string): string => /^src\/modules\/([\w-]+\/[\w-]+)\//.exec(path)?.[1] ?? 'core';

/** Entity classes with their tables, and the module of each table. */
function ownersOf(files: readonly Source[]): { entities: Entities; owners: ReadonlyMap<string, string> } {
  const declared = files.flatMap(({ path, text }) =>
    [...text.matchAll(/tableName: '(\w+)'[\s\S]*?export class (\w+)/g)].map(([, table = '', name = '']) => ({
      table,
      name,
      owner: moduleOf(path),
    })),
  );
  return {
    entities: new Map(declared.map(({ name, table }) => [name, table])),
    owners: new Map(declared.map(({ table, owner }) => [table, owner])),
  };
}

/** Writes outside of the table's module, and reads of other modules' tables that are later or not in a `*.queries.ts` or `*.database.ts`. */
async function violations(files: readonly Source[]): Promise<string[]> {
  const order = await moduleOrder();
  const { entities, owners } = ownersOf(await sources());
  return files.flatMap(({ path, text }) => {
    const user = moduleOf(path);
    const faults = tableUse(path, text, entities).flatMap(({ table, kind, line }) => {
      const owner = owners.get(table) ?? '';
      if (owner === user) return [];
      if (kind === 'write') return [`${path}:${line} writes ${table} of ${owner}`];
      if (order.indexOf(owner) > order.indexOf(user)) return [`${path}:${line} reads ${table} of the later ${owner}`];
      return /\.(queries|database)\.ts$/.test(path) ? [] : [`${path}:${line} reads ${table} of ${owner}`];
    });
    return [...new Set(faults)];
  });
}

test('only the owning module writes a table; others read earlier tables, in their *.queries.ts', async () => {
  const files = await sources();
  expect(ownersOf(files).owners.size).toBeGreaterThan(30);
  expect(await violations(files)).toEqual([]);
});

test.each([
  [
    'contacts/tags/crud/tags.service.ts',
    "this.db.run('update tickets set status = null')",
    'writes tickets of conversations/tickets',
  ],
  [
    'contacts/tags/queries/tags.queries.ts',
    "this.db.rows('select 1 from ticket_tags')",
    'reads ticket_tags of the later conversations/tickets',
  ],
  [
    'conversations/messages/outbound/messages.service.ts',
    'this.db.rows(`select id from "tickets" t where id = 1`)',
    'reads tickets of conversations/tickets',
  ],
  [
    'conversations/messages/queries/messages.queries.ts',
    'this.db.em.nativeUpdate(Ticket, {}, {})',
    'writes tickets of conversations/tickets',
  ],
  [
    'conversations/messages/outbound/messages.service.ts',
    'this.db.em.findOne(Ticket, 1)',
    'reads tickets of conversations/tickets',
  ],
  [
    'conversations/messages/outbound/messages.service.ts',
    "kysely.deleteFrom('tickets as t')",
    'writes tickets of conversations/tickets',
  ],
])('a violation in %s is found', async (file, text, fault) => {
  const path = `src/modules/${file}`;
  expect(await violations([{ path, text }])).toEqual([`${path}:1 ${fault}`]);
});

const statement = /['"`]\s*(?:select|insert into|update \w+ (?:\w+ )?set|delete from|with \w+ as)\s/g;
const builder =
  /\bsql(?:(?:<[^`;]*>)?`|\.\w+\()|\btables<|\.(?:selectFrom|insertInto|updateTable|deleteFrom|getKysely)\(/g;

/** Statements outside of `*.queries.ts` and `*.database.ts`, parts of them also outside of policies and entities, and classes in `*.queries.ts`. */
function misplaced({ path, text }: Source): string[] {
  if (path.endsWith('.queries.ts')) return text.match(/^(?:export )?(?:abstract )?class \w+|@Injectable\b/gm) ?? [];
  // a program of its own, with a connection of its own
  if (!/^src\/modules\/(?!contacts\/leads\/import\/)/.test(path) || path.endsWith('.database.ts')) return [];
  const isPart = /\.(policy|entity)\.ts$/.test(path);
  return [...(text.match(statement) ?? []), ...((!isPart && text.match(builder)) || [])];
}

test('SQL stands in functions of *.queries.ts', async () => {
  const files = await sources();
  expect(files.filter(({ path }) => path.endsWith('.queries.ts')).length).toBeGreaterThan(50);
  expect(files.flatMap((file) => misplaced(file).map((found) => `${file.path}: ${found}`))).toEqual([]);
});

test.each([
  ['tags.service.ts', 'this.db.rows(sql<Row>`select 1`)', ['`select ', 'sql<Row>`']],
  ['tags.service.ts', 'sql`status = 1`', ['sql`']],
  ['tags.service.ts', "em.execute('update tags set name = null')", ["'update tags set "]],
  ['tags.service.ts', "tables<{ tags: Tag }>().selectFrom('tags')", ['tables<', '.selectFrom(']],
  ['tags.policy.ts', 'sql`exists (select 1)`, sql`delete from tags`', ['`delete from ']],
  ['tags.queries.ts', '@Injectable()\nexport class TagQueries {}', ['@Injectable', 'export class TagQueries']],
])('what stands in the wrong place in %s is found: %s', (file, text, found) => {
  expect(misplaced({ path: `src/modules/contacts/tags/${file}`, text })).toEqual(found);
});
