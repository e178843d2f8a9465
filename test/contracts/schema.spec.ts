import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { MikroORM } from '@mikro-orm/postgresql';
import { BaseEntity } from '../../src/core/database/base.entity.js';
import { allForeignKeys } from '../../src/core/database/foreign-keys.js';
import { schemaDifference, schemaExtras } from '../../src/core/database/schema-difference.js';
import { entities } from '../../src/entities.js';
import { ownerConfig } from '../../src/mikro-orm.config.js';
import { cloneDatabase, type TestDatabase } from '../support/database.js';

const src = join(import.meta.dirname, '../../src');
let database: TestDatabase;
let orm: MikroORM;

beforeAll(async () => {
  database = await cloneDatabase();
  orm = await MikroORM.init(await ownerConfig(database.url));
});
afterAll(async () => {
  await orm.close(true);
  await database.drop();
});

test('the migrations create exactly the schema of the entities', async () => {
  expect(await schemaDifference(orm)).toEqual([]);
});

test('a missing or different column, index, reference or function is detected', async () => {
  const other = await cloneDatabase();
  const drifted = await MikroORM.init(await ownerConfig(other.url));
  for (const statement of [
    'alter table tags drop column color',
    'drop index tickets_list_index',
    'drop index tickets_one_open_unique',
    'alter table tickets drop constraint tickets_contact_id_fk',
    'drop index messages_words_index',
    'alter table messages drop column words',
    'drop function search_contacts',
    `create or replace function search_messages(company bigint, search text) returns table (message_id bigint, ticket_id bigint)
       language sql security definer begin atomic select m.id, m.ticket_id from messages m; end`,
    'create function left_over() returns int language sql return 1',
  ])
    await other.query(statement);
  const difference = (await schemaDifference(drifted)).join('\n');
  for (const name of [
    '"color"',
    'tickets_list_index',
    'tickets_one_open_unique',
    'tickets_contact_id_fk',
    'messages_words_index',
    'add column "words"',
    'create or replace function public.search_contacts',
    'create or replace function public.search_messages',
    'left_over',
  ])
    expect(difference).toContain(name);
  await drifted.close(true);
  await other.drop();
});

test('every entity is listed, so that no table is forgotten', async () => {
  const files = (await readdir(src, { recursive: true })).filter((file) => file.endsWith('.entity.ts'));
  const declared = new Set<unknown>();
  for (const file of files) {
    const module = (await import(pathToFileURL(join(src, file)).href)) as Record<string, unknown>;
    for (const value of Object.values(module))
      if (
        typeof value === 'function' &&
        value.prototype instanceof BaseEntity &&
        orm.getMetadata().find(value as never)?.abstract !== true
      )
        declared.add(value);
  }
  const known = new Set<unknown>(entities);
  const forgotten = [...declared]
    .filter((entity) => !known.has(entity) && (entity as { name: string }).name !== 'TenantEntity')
    .map((entity) => (entity as { name: string }).name);
  expect(forgotten).toEqual([]);
  expect(known.size).toBe(entities.length);
});

test('every reference is a foreign key, between tables of companies with the company in it', async () => {
  const keys = await database.query<{ name: string; definition: string }>(
    "select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace",
  );
  const found = new Map(keys.map(({ name, definition }) => [name, definition]));
  const extras = schemaExtras(orm).filter(({ kind }) => kind === 'foreign key');
  expect(extras.length).toBeGreaterThanOrEqual(allForeignKeys.length);
  for (const { name, sql } of extras) {
    const columns = /foreign key \(([^)]*)\)/.exec(sql)?.[1]?.replaceAll('"', '');
    expect([name, found.get(name)]).toEqual([name, expect.stringContaining(`FOREIGN KEY (${columns})`)]);
  }
  expect([...found.keys()].toSorted()).toEqual(extras.map(({ name }) => name).toSorted());
});

test('every reference of a chat message has an index, by which what it names is deleted', async () => {
  const without = await database.query(
    `select conname from pg_constraint c where contype = 'f' and conrelid = 'chat_messages'::regclass and not exists (
       select 1 from pg_index i where i.indrelid = c.conrelid
         and (string_to_array(i.indkey::text, ' ')::int2[])[1:array_length(c.conkey, 1)] = c.conkey)`,
  );
  expect(without).toEqual([]);
});

test('every column named like a reference is one, or is listed here with its reason', async () => {
  const columns = await database.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public' and column_name like '%\\_id' and data_type = 'bigint'`,
  );
  const keys = await database.query<{ name: string }>(
    `select conrelid::regclass || '.' || attname as name from pg_constraint
     join pg_attribute on attrelid = conrelid and attnum = any(conkey) where contype = 'f' and connamespace = 'public'::regnamespace`,
  );
  const referenced = new Set(keys.map(({ name }) => name));
  const free = columns.map(({ name }) => name).filter((name) => !referenced.has(name) && !name.endsWith('.company_id'));
  expect(free.toSorted()).toEqual([
    // kept after its user or record is removed
    'audit_entries.subject_id',
    'audit_entries.user_id',
    // an option that was removed: the first menu of the department is shown again
    'bot_sessions.option_id',
    // of a conversation that may be removed; the figures stay
    'campaign_shipments.follow_up_id',
    // kept after its author is removed, whose name stays in removed_records; so are those of messages, cycles and figures
    'chat_messages.sender_id',
    // a position: everything up to it is read
    'chat_users.last_read_message_id',
    // ids that are kept for messages of a phone's history
    'connections.history_last_id',
    'connections.history_next_id',
    'contact_imports.user_id',
    'contact_list_imports.user_id',
    'daily_arrivals.queue_id',
    'daily_arrivals.user_id',
    'daily_figures.queue_id',
    'daily_figures.user_id',
    // of any table; what was removed here is not taken again
    'import_ids.target_id',
    'messages.user_id',
    // what is removed
    'removed_records.record_id',
    // kept after its user is removed
    'report_exports.user_id',
    // of a conversation that may be removed; the report stays
    'service_recipients.message_id',
    'ticket_cycles.queue_id',
    'ticket_cycles.user_id',
    'ticket_notes.user_id',
    // 0 for none, and kept of closed ones when the tag is deleted
    'tickets.kanban_lane_id',
    // positions: the message that is asked about, and the last one that was answered
    'typebot_sessions.answered_message_id',
    'typebot_sessions.asked_message_id',
    // kept after its user is removed
    'undoable_actions.user_id',
  ]);
});

test('every table with a company has row level security', async () => {
  const open = await database.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id'
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and not (c.relrowsecurity and c.relforcerowsecurity)`,
  );
  expect(open).toEqual([]);
});
