import { globSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { OperationNodeTransformer, sql, ValueNode } from 'kysely';
import pg from 'pg';
import { statementBuilder } from '../../src/core/database/kysely-with.js';
import type { Statement } from '../../src/core/database/statements.js';
import { tables } from '../../src/core/database/tables.js';
import { recipientsWithTag } from '../../src/modules/contacts/contact-lists/queries/contact-lists.queries.js';
import { importLeads } from '../../src/modules/contacts/leads/import/import-leads.js';
import { cloneDatabase } from '../support/database.js';
import { leadFolder } from '../support/lead-files.js';

const root = join(import.meta.dirname, '../..');
const database = await cloneDatabase();
const client = new pg.Client({ connectionString: database.url });

beforeAll(async () => {
  await client.connect();
  // tables that an import makes
  const folder = await leadFolder(100);
  await importLeads(database.url, folder, { source: 'Teste' });
  await rm(folder, { recursive: true });
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** How many elements a list has: statements for one and for several often differ. */
let size = 2;
/** Statements that were given to what is called, as to a `Db`. */
let given: Statement[] = [];

/** Stands for any argument: a parameter of a statement, a list, an object with every member, a function. */
const any: unknown = new Proxy(() => undefined, {
  apply: (_, _this, args: unknown[]) => {
    given.push(...args.filter(isStatement));
    return any;
  },
  get: (_, name) => {
    if (name === 'toOperationNode') return () => ValueNode.create(null);
    if (name === Symbol.toPrimitive) return (hint: string) => (hint === 'string' ? 'id' : 1);
    // it is no promise
    if (name === 'then') return undefined;
    const list = Array<unknown>(size).fill(any);
    const member: unknown = Reflect.get(list, name);
    return typeof member === 'function' ? member.bind(list) : name === 'length' ? size : any;
  },
});

const report = [
  { companyId: any, viewer: any, filters: { by: 'arrival', status: null, rating: 1 }, zone: any, today: any },
];
const period = { from: any, until: any, first: any, live: any };

/** Arguments of functions that take more than values and conditions: other names than `id`, rows to read from. */
const samples: Readonly<Record<string, readonly unknown[]>> = {
  chatMessages: [sql`select * from chat_messages`],
  jobsOf: [any, sql`select id as "ticketId", company_id as "companyId", now() as due from tickets`],
  finishedByUser: [any, period, any],
  figures: [{ companyId: any, period, seen: any }, any, 'user_id'],
  storedDaysOf: [any, sql`select now()`],
  countRecipients: [recipientsWithTag(1, 1)],
  missingColumns: [recipientsWithTag(1, 1), any],
  recipientAt: [recipientsWithTag(1, 1), any],
  'MessageQueries.page': [sql`select * from messages`],
  stateAndClaim: [any, any, { cloudapi: any }],
  attendances: [...report, any, sql.ref],
  attendantDays: [...report, any, any],
  countAttendances: [...report, any],
  reportTotals: report,
  nextOccurrence: [any, any, 'monthly', any],
  copyContacts: [any, any, sql`(select * from contacts)`, any],
  chatRows: [sql`select * from chats`, any],
  exportSql: [sql`select * from tickets`, any],
  'TicketRows.found': [
    sql`select *, id as hit_id, '' as hit_body, 1 as matching, 1 as counted from tickets`,
    'updatedAt',
  ],
  'TicketRows.page': [sql`select * from tickets`],
};

/** Exports that make parts of statements, which are prepared with the statements that have them, or no SQL. */
const parts: ReadonlySet<string> = new Set([
  ...[
    'chatsOf',
    'defineTicketMessages',
    'historyOf',
    'isErased',
    'isRetriable',
    'isValidNumber',
    'jobExists',
    'localTime',
  ],
  ...['lockLanes', 'nextMessageId', 'notVisibleToAssignee', 'orderedBy', 'plansWithIds', 'positionIn', 'programActor'],
  ...['programColumns', 'removeJobsNamed', 'sumsOf', 'tagsJson', 'ticketMessages', 'topPosition', 'usersWhoSee'],
  ...['withinAccessHours', 'withinDays', 'withinReuseGrace'],
]);

function isStatement(value: unknown): value is Statement {
  return value instanceof Object && !(value instanceof RegExp) && 'compile' in value && value !== any;
}

const isClass = (value: unknown): value is new (...args: unknown[]) => object => /^class\b/.test(String(value));

/** Calls a function, or each method of a class, and takes what it returns; what a method does with rows may fail. */
async function call(name: string, value: (...args: unknown[]) => unknown): Promise<unknown[]> {
  const anything = Array<unknown>(9).fill(any);
  if (!isClass(value)) return [await value(...(samples[name] ?? anything))].flat();
  const instance = new value(...anything);
  for (const method of Object.getOwnPropertyNames(value.prototype).filter((each) => each !== 'constructor'))
    await Promise.resolve(Reflect.get(instance, method))
      .then((run) => run.apply(instance, samples[`${name}.${method}`] ?? anything))
      .catch(() => undefined);
  return [];
}

/** The statements that an export is, returns or runs. */
async function statementsOf(name: string, value: unknown): Promise<Statement[]> {
  given = [];
  const returned = typeof value === 'function' ? await call(name, value as () => unknown) : [value].flat();
  return [...given, ...returned.filter(isStatement)];
}

/** Limits are written into the text. */
class Numbers extends OperationNodeTransformer {
  protected override transformValue(node: ValueNode): ValueNode {
    return node.value === any ? ValueNode.createImmediate(1) : super.transformValue(node);
  }
}
const numbers = new Numbers();
const builder = statementBuilder.withPlugin({
  transformQuery: ({ node }) => numbers.transformNode(node),
  transformResult: async ({ result }) => result,
});

/** Why PostgreSQL does not take a statement. */
async function refusal(statement: Statement): Promise<string | undefined> {
  const { sql: text } = statement.compile(builder);
  try {
    await client.query(`prepare tested as ${text}`);
    await client.query('deallocate tested');
    return undefined;
  } catch (error) {
    return `${(error as Error).message}: ${text.replace(/\s+/g, ' ').slice(0, 300)}`;
  }
}

interface Export {
  readonly file: string;
  readonly name: string;
  readonly value: unknown;
}

async function exportsOfFile(file: string): Promise<Export[]> {
  const module: object = await import(join(root, file));
  return Object.entries(module).map(([name, value]: [string, unknown]) => ({ file: basename(file), name, value }));
}

/** What is wrong with exports, and how many statements are right. */
async function check(exported: readonly Export[]): Promise<{ faults: string[]; prepared: number }> {
  const faults: string[] = [];
  let prepared = 0;
  for (const { file, name, value } of exported)
    for (size of [1, 2]) {
      try {
        const statements = await statementsOf(name, value);
        if (statements.length === 0 && typeof value === 'function') faults.push(`${file}: ${name}: no statement`);
        for (const statement of statements) {
          const why = await refusal(statement);
          if (why === undefined) prepared += 1;
          else faults.push(`${file}: ${name}: ${why}`);
        }
      } catch (error) {
        faults.push(`${file}: ${name}: ${(error as Error).message}`);
      }
    }
  return { faults: [...new Set(faults)], prepared };
}

test('PostgreSQL takes every statement of a queries file', async () => {
  const exported = (await Promise.all(globSync('src/**/*.queries.ts', { cwd: root }).map(exportsOfFile))).flat();
  const { faults, prepared } = await check(exported.filter(({ name }) => !parts.has(name)));
  expect(faults).toEqual([]);
  expect(prepared).toBeGreaterThan(500);
  const names = new Set(exported.map(({ name }) => name));
  expect([...parts, ...Object.keys(samples)].filter((name) => !names.has(name.replace(/\.\w+$/, '')))).toEqual([]);
});

class Rows {
  constructor(private readonly db: { rows(statement: Statement): Promise<object[]> }) {}

  misspelled(): Promise<object[]> {
    return this.db.rows(sql`select colour from tags`);
  }
}

test.each([
  [
    'a column',
    (companyId: number) => sql`select colour from tags where company_id = ${companyId}`,
    'column "colour" does not exist',
  ],
  ['a table', sql`delete from labels`, 'relation "labels" does not exist'],
  [
    'a column of several rows only',
    (ids: number[]) => (ids.length === 1 ? sql`select id from tags` : sql`select ids from tags`),
    'column "ids"',
  ],
  [
    'a column of a builder',
    () => tables<{ tags: { id: number; colour: string } }>().selectFrom('tags').select('colour'),
    'column "colour"',
  ],
  ['one of two', () => [sql`select id from tags`, sql`select no from tags`], 'column "no" does not exist'],
  ['a column of a method', Rows, 'column "colour" does not exist'],
  ['a function without a statement', () => 'select 1', 'no statement'],
])('%s that is missing is reported', async (_, value: unknown, fault) => {
  const { faults } = await check([{ file: 'tags.queries.ts', name: 'wrong', value }]);
  expect(faults).toEqual([expect.stringMatching(`^tags.queries.ts: wrong: .*${fault}`)]);
});
