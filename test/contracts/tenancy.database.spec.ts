import { sql } from 'kysely';
import pg from 'pg';
import { Context } from '../../src/core/context.js';
import { Db } from '../../src/core/database/db.js';
import { roleUrls } from '../../src/core/database/prepare-database.js';
import { Contact } from '../../src/modules/contacts/contacts/contact.entity.js';
import { startApp } from '../support/app.js';
import { cloneDatabase, type TestDatabase } from '../support/database.js';
import { marker, type OtherCompany, otherCompany, tenantTables } from '../support/other-company.js';
import { crossCompanyAccess, rowSecurityGaps } from '../support/row-security.js';
import { encryptionKey } from '../support/test-config.js';
import { type World, world } from '../support/world.js';

const app = await startApp();
let a: World;
let b: OtherCompany;

beforeAll(async () => {
  a = await world(app);
  await a.customer().says('oi');
  b = await otherCompany(app);
});
afterAll(() => app.close());

test('the catalogue has no violation', async () => {
  expect(await rowSecurityGaps(app.database)).toEqual([]);
});

test('statements of one company reach no row of another in any table', async () => {
  expect(await crossCompanyAccess(app.database, a.companyId, b.companyId)).toEqual([]);
});

test('through Db: A sees no row of B in any table, and B has rows in all of them', async () => {
  for (const table of await tenantTables(app)) {
    const key = table === 'companies' ? sql`id` : sql`company_id`;
    const count = (companyId: number): Promise<{ mine: number; theirs: number; marker: number } | undefined> =>
      app.as(companyId, (db) =>
        db.row(
          sql`select count(*) filter (where ${key} = ${companyId}) as mine,
           count(*) filter (where ${key} <> ${companyId}) as theirs,
           count(*) filter (where t::text like ${`%${marker}%`}) as marker from ${sql.raw(table)} t`,
        ),
      );
    expect([table, await count(a.companyId)]).toMatchObject([table, { theirs: 0, marker: 0 }]);
    expect([table, (await count(b.companyId))?.mine ?? 0]).not.toEqual([table, 0]);
  }
});

test('through the entity manager: B is not found, counted, changed or written', async () => {
  await app.as(a.companyId, async (db) => {
    expect(await db.em.findOne(Contact, { id: b.contact.id })).toBeNull();
    expect(await db.em.findOne(Contact, { id: b.contact.id }, { filters: false })).toBeNull();
    expect(await db.em.count(Contact, { companyId: b.companyId }, { filters: false })).toBe(0);
    expect(await db.em.nativeUpdate(Contact, { id: b.contact.id }, { name: 'mudado' }, { filters: false })).toBe(0);
  });
  const write = app.as(a.companyId, async (db) => {
    db.em.create(Contact, {
      companyId: b.companyId,
      name: 'intruso',
      number: '5511900000000',
      profilePicUrl: null,
      lid: null,
      email: '',
      isGroup: false,
    });
    await db.em.flush();
  });
  await expect(write).rejects.toThrow(/row-level security/);
});

test('references across companies: a row of A that references B violates its foreign key', async () => {
  const point = (column: string, id: number) =>
    app.as(a.companyId, (db) =>
      db.run(sql`update tickets set ${sql.raw(column)} = ${id} where company_id = ${a.companyId}`),
    );
  for (const [column, id] of [
    ['contact_id', b.contact.id],
    ['queue_id', b.sales.id],
    ['user_id', b.attendant.id],
    ['connection_id', b.connection.id],
  ] as const) {
    await expect(point(column, id)).rejects.toThrow(/foreign key/);
  }
});

test('without a company every statement fails', async () => {
  const db = app.nest.get(Db);
  expect(() => db.em).toThrow('No unit of work');
  await expect(db.rows(sql`select 1 from contacts`)).rejects.toThrow('No unit of work');
  const client = new pg.Client({ connectionString: roleUrls(app.database.url, encryptionKey).app });
  await client.connect();
  for (const table of await tenantTables(app))
    await expect([table, client.query(`select 1 from ${table}`)][1]).rejects.toThrow(/mikro\.company\.id|bigint/);
  await client.end();
});

test('a unit of one company inside of another sees its own rows only', async () => {
  const context = app.nest.get(Context);
  const db = app.nest.get(Db);
  await context.run({}, () =>
    db.runAs(a.companyId, async () => {
      const inner = await db.runAs(b.companyId, () =>
        db.row<{ company: string }>(sql`select current_setting('mikro.company.id') as company`),
      );
      const outer = await db.row<{ company: string }>(sql`select current_setting('mikro.company.id') as company`);
      expect([inner?.company, outer?.company]).toEqual([String(b.companyId), String(a.companyId)]);
    }),
  );
});

test('a connection returned to the pool has no company', async () => {
  const pool = new pg.Pool({ connectionString: roleUrls(app.database.url, encryptionKey).app, max: 1 });
  await pool.query("begin; select set_config('mikro.company.id', '1', true); commit");
  await expect(pool.query('select 1 from contacts')).rejects.toThrow();
  await pool.end();
});

describe('violations that these tests detect', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await cloneDatabase();
    await database.query(
      "insert into plans (name, users, connections, queues, value, use_campaigns, use_schedules, use_internal_chat, use_external_api, use_kanban, use_integrations, use_ai_active, use_sms, use_leads) values ('p', 1, 1, 1, 0, true, true, true, true, true, true, true, true, true)",
    );
    await database.query(
      "insert into companies (name, plan_id, status, campaigns_enabled) select n, p.id, true, true from plans p, unnest(array['a', 'b']) n",
    );
    await database.query(
      "insert into contacts (company_id, uuid, name, number) select id, gen_random_uuid(), name, '551190000000' || id from companies",
    );
  });
  afterAll(() => database.drop());

  const holes = async (): Promise<string[]> => {
    const [one, two] = await database.query<{ id: string }>('select id from companies order by id');
    return [
      ...(await rowSecurityGaps(database)),
      ...(await crossCompanyAccess(database, Number(one?.id), Number(two?.id))),
    ];
  };

  test('none by default', async () => {
    expect(await holes()).toEqual([]);
  });

  test.each([
    [
      'row security switched off',
      'alter table contacts disable row level security',
      'alter table contacts enable row level security',
      /contacts: rows of another company are seen/,
    ],
    [
      'not forced',
      'alter table contacts no force row level security',
      'alter table contacts force row level security',
      /contacts: row security is not forced/,
    ],
    [
      'a policy that lets everybody through',
      'create policy hole on contacts using (true) with check (true)',
      'drop policy hole on contacts',
      /contacts: hole lets everybody through/,
    ],
    [
      'the table given to the app',
      'alter table contacts owner to atende_app',
      'alter table contacts owner to atende; grant select, insert, update, delete on contacts to atende_app; grant usage, select on all sequences in schema public to atende_app',
      /contacts: belongs to atende_app/,
    ],
    [
      'a right too much',
      'grant truncate on contacts to atende_app',
      'revoke truncate on contacts from atende_app',
      /atende_app has contacts TRUNCATE/,
    ],
    [
      'a search that everybody may call',
      'grant execute on function search_messages to public',
      'revoke execute on function search_messages from public',
      /search_messages\(bigint,text\): is called by atende_app,everybody|search_messages\(bigint,text\): is called by everybody,atende_app/,
    ],
    [
      "a search that is the owner's, on a path of the caller's",
      'alter function search_contacts owner to atende; alter function search_contacts reset search_path',
      'alter function search_contacts owner to atende_platform; alter function search_contacts set search_path = pg_catalog, pg_temp',
      /search_contacts\(bigint,text\[\],integer,integer,boolean\): belongs to atende[\s\S]*search_contacts\(bigint,text\[\],integer,integer,boolean\): has no fixed path/,
    ],
    [
      'a search that trusts its argument',
      `create function trusting(company bigint) returns setof bigint language sql security definer set search_path = pg_catalog, pg_temp return company`,
      'drop function trusting',
      /trusting\(bigint\): belongs to[\s\S]*does not ask for the company/,
    ],
  ])('%s', async (_name, down, up, seen) => {
    await database.query(down);
    expect((await holes()).join('\n')).toMatch(seen);
    await database.query(up);
    expect(await holes()).toEqual([]);
  });

  test('a missing check allows rows of other companies', async () => {
    await database.query('drop policy company_check on contacts');
    const policies = await database.query<{ name: string }>(
      "select policyname as name from pg_policies where tablename = 'contacts' and permissive = 'PERMISSIVE' and policyname not like 'platform%'",
    );
    for (const { name } of policies) await database.query(`drop policy "${name}" on contacts`);
    await database.query('create policy half on contacts to atende_app using (true) with check (true)');
    expect((await holes()).join('\n')).toMatch(
      /half has no USING by company[\s\S]*half has no WITH CHECK by company[\s\S]*contacts: rows are written for another company/,
    );
  });
});
