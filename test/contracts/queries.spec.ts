import { globSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { OperationNodeTransformer, sql, ValueNode } from 'kysely';
import pg from 'pg';
import { statementBuilder } from '../../src/core/database/kysely-with.js';
import type { Statement } from '../../src/core/database/statements.js';
import { tables } from '../../src/core/database/tables.js';
import { recipientsOf } from '../../src/modules/campaigns/mass/editing/recipients.queries.js';
import { importLeads } from '../../src/modules/contacts/leads/import/import-leads.js';
import {
  storedMessages,
  storingMessages,
} from '../../src/modules/conversations/messages/history/message-writer.queries.js';
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
/** Stands for any argument: a parameter of a statement, a list, an object with every member, a function. */
const placeholder: unknown = new Proxy(() => undefined, {
  apply: () => placeholder,
  get: (_, name) => {
    if (name === 'toOperationNode') return () => ValueNode.create(null);
    if (name === Symbol.toPrimitive) return (hint: string) => (hint === 'string' ? 'id' : 1);
    // it is no promise
    if (name === 'then') return undefined;
    const list = Array<unknown>(size).fill(placeholder);
    const member: unknown = Reflect.get(list, name);
    return typeof member === 'function' ? member.bind(list) : name === 'length' ? size : placeholder;
  },
});

const report = [
  {
    companyId: placeholder,
    viewer: placeholder,
    filters: { by: 'arrival', status: null, rating: 1 },
    zone: placeholder,
    today: placeholder,
  },
];
const recipients = recipientsOf(1, { contactListId: null, tagListId: 1, tagScope: 'all' });
const period = { from: placeholder, until: placeholder, first: placeholder, live: placeholder };
const ticketPage = {
  from: sql`true`,
  where: sql`true`,
  statuses: ['open'],
  order: 'updatedAt',
  offset: placeholder,
  limit: placeholder,
};
const foundIds = sql`(select array[1]::bigint[] as ids, 1 as total)`;
const recordTable = (name: string) => ({ columns: () => sql`t.*`, from: sql`from ${sql.table(name)} t` });
const importArguments = [placeholder, 'contact_imports', placeholder, placeholder];

/** Arguments of functions that take more than values and conditions: other names than `id`, rows to read from. */
const samples: Readonly<Record<string, readonly unknown[]>> = {
  jobsOf: [placeholder, sql`select id as "ticketId", company_id as "companyId", now() as due from tickets`],
  finishedByUser: [placeholder, period, placeholder],
  figures: [{ companyId: placeholder, period, seen: placeholder }, placeholder, 'user_id'],
  storedDaysOf: [placeholder, sql`select now()`],
  withoutCapped: [{ companyId: placeholder, id: placeholder }, recipients, placeholder],
  figureOf: ['sent'],
  gotOtherCampaign: [placeholder, sql`'55'`, sql`1`],
  zoneOf: [sql`'55'`],
  firstWaiting: [placeholder, placeholder, ['', 'America/Manaus']],
  sentByOthers: ['r', { companyId: placeholder, id: placeholder }, sql`1`],
  costOf: [recipients, [{ countryCode: placeholder, price: placeholder }]],
  countRecipients: [recipients],
  missingColumns: [recipients, placeholder],
  recipientAt: [recipients, placeholder],
  recipientsFrom: [recipients, placeholder, placeholder],
  stateAndClaim: [placeholder, placeholder, { cloudapi: placeholder }],
  attendances: [...report, placeholder, sql.ref],
  attendantDays: [...report, placeholder, placeholder],
  countAttendances: [...report, placeholder],
  reportTotals: report,
  nextOccurrence: [placeholder, placeholder, 'monthly', placeholder],
  copyContacts: [placeholder, placeholder, sql`(select * from contacts)`, placeholder],
  afterCursor: ['updatedAt', placeholder],
  listedTickets: [ticketPage],
  searchedTickets: [placeholder, placeholder, foundIds, ticketPage],
  contactsAndTicketsWith: [placeholder, placeholder, foundIds],
  ticketRows: [sql`select * from tickets`, 'updatedAt', placeholder],
  foundTicketRows: [
    sql`select *, id as hit_id, '' as hit_body, id as hit_note_id, 1 as matching, 1 as counted from tickets`,
    'updatedAt',
    placeholder,
  ],
  previewNewest: [sql`select *, media_type as type from messages`],
  messageRows: [storedMessages, storingMessages(1, [])],
  changeRemotely: [placeholder, placeholder, 'https://example.com'],
  editMessage: [placeholder, placeholder, 'https://example.com'],
  hasStatus: ['queued'],
  orderedBy: ['updatedAt'],
  withinDays: ['created_at', placeholder, placeholder],
  foundContacts: [placeholder, recordTable('contacts'), foundIds],
  isFound: [foundIds],
  selectedContacts: [recordTable('contacts'), placeholder],
  storedRows: ['tickets'],
  sectionPage: [sql`select x.id, x.id as row from tickets x`, sql`true`, placeholder, placeholder],
  beginImport: importArguments,
  setImportTotal: importArguments,
  lockImport: importArguments,
  moveImport: importArguments,
  endImport: importArguments,
  importHeadings: [placeholder, 'contact_imports', placeholder],
  insertRefusals: [placeholder, 'contact_import_refusals', placeholder, placeholder],
  refusalsAfter: [placeholder, 'contact_import_refusals', placeholder],
  importOf: [placeholder, recordTable('contact_imports'), placeholder],
  importProgress: [placeholder, recordTable('contact_imports'), placeholder],
  newestImports: [placeholder, recordTable('contact_imports'), placeholder],
  connectionsOfAccounts: [placeholder, placeholder, 'facebook_user_id', placeholder],
  keysIn: [{ table: 'messages', column: 'media_key' }, placeholder, placeholder],
  referencedKeys: [['messages', 'schedules'], placeholder, placeholder],
  storeSelected: [placeholder, sql`select * from outbox_jobs`],
  removeExpired: [{ table: 'messages', where: placeholder }],
};

/** What conditions, columns and sources of rows (`…`) are prepared in, by their names or files. */
const contexts: Readonly<Record<string, string>> = {
  'audit-log.queries.ts': 'select … from audit_entries e',
  'companies.queries.ts': 'select … from companies',
  'contact-list-imports.queries.ts': 'select … from contact_list_imports t',
  'contacts.queries.ts': 'select … from contacts t',
  'delivery-status.queries.ts': 'select … from messages m',
  'message-privacy.queries.ts': 'select … from messages m',
  'personal-data.queries.ts': 'select … from tickets x',
  'push.queries.ts': 'select … from users u',
  'ticket-history.queries.ts': 'select … from tickets t',
  'ticket-lanes.queries.ts': 'select … from tickets',
  'ticket-lifecycle.queries.ts': 'select … from tickets t',
  'ticket-list.queries.ts': 'select … from tickets t',
  'ticket-references.queries.ts': 'select … from tickets t, users u',
  'ticket-search.queries.ts': 'select … from tickets t',
  'tickets.queries.ts': 'select from tickets t …',
  isClaimed: 'select … from service_recipients',
  isRetriable: 'select … from campaign_shipments s',
  isStored: 'select … from inbox_events i, connections w',
  figureOf: 'select … from campaigns t',
  sentByOthers: 'select from contacts r, …',
  isUnanswered: 'select … from campaign_shipments p',
  isReachable: 'select … from contacts c',
  isValidNumber: 'select … from contacts r',
  programColumns: 'select … from companies c, plans p',
  shownPreview: 'select … from tickets t, (select *, body as text, media_type as type from messages) m',
  storedChannel: 'select … from connections w',
  tagsColumn: 'select … from contacts t',
  usernameColumn: 'select … from contacts t',
  withinAccessHours: 'select … from users u, companies c',
  withNumberOf: 'select … from campaign_shipments x',
};

/** Exports that are prepared with the statements that have them only, run what they prepare, or are no SQL. */
const others: ReadonlySet<string> = new Set([
  ...['analyzeShipments', 'bucket', 'changeRefusalCodes', 'defineOtherCampaigns', 'defineTicketMessages'],
  ...['featuresOf', 'historyOf'],
  ...['isErased', 'jobExists', 'localTime', 'lockLanes', 'numberBucket', 'plansWithIds', 'previewAck', 'programActor'],
  ...[
    'previewStoredMessages',
    'ratesOf',
    'removeJobsNamed',
    'reserving',
    'storedMessages',
    'storingMessages',
    'sumsOf',
  ],
  ...['ticketMessages', 'withConnectionId'],
]);

function isStatement(value: unknown): value is Statement {
  return value instanceof Object && !(value instanceof RegExp) && 'compile' in value && value !== placeholder;
}

/** The statements that an export is or returns. */
async function statementsOf(name: string, value: unknown): Promise<Statement[]> {
  const anything = Array<unknown>(9).fill(placeholder);
  const returned: unknown = typeof value === 'function' ? await value(...(samples[name] ?? anything)) : value;
  return [returned].flat().filter(isStatement);
}

/** Limits are written into the text. */
class Numbers extends OperationNodeTransformer {
  protected override transformValue(node: ValueNode): ValueNode {
    return node.value === placeholder ? ValueNode.createImmediate(1) : super.transformValue(node);
  }
}
const numbers = new Numbers();
const builder = statementBuilder.withPlugin({
  transformQuery: ({ node }) => numbers.transformNode(node),
  transformResult: async ({ result }) => result,
});

const isWhole = (text: string): boolean => /^[\s(]*(select|insert|update|delete|with)\b/i.test(text);

/** Why PostgreSQL does not take a statement. */
async function refusal(file: string, name: string, statement: Statement): Promise<string | undefined> {
  const { sql: part } = statement.compile(builder);
  const context = contexts[name] ?? (isWhole(part) ? '…' : (contexts[file] ?? 'select …'));
  const text = context.replace('…', () => part);
  try {
    await client.query(`prepare tested as ${text}; deallocate tested`);
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
          const why = await refusal(file, name, statement);
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
  const { faults, prepared } = await check(exported.filter(({ name }) => !others.has(name)));
  expect(faults).toEqual([]);
  expect(prepared).toBeGreaterThan(500);
  const known = new Set(exported.flatMap(({ file, name }) => [file, name]));
  const named = [...others, ...Object.keys(samples), ...Object.keys(contexts)];
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});

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
  ['a column of a condition', sql`colour = 1`, 'column "colour" does not exist'],
  ['a function without a statement', () => 'select 1', 'no statement'],
])('%s that is missing is reported', async (_, value: unknown, fault) => {
  const { faults } = await check([{ file: 'tags.queries.ts', name: 'wrong', value }]);
  expect(faults).toEqual([expect.stringMatching(`^tags.queries.ts: wrong: .*${fault}`)]);
});
