import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { SecretCipher } from '../../src/core/crypto/secret-cipher.js';
import { type EmbeddedServer, startTemporaryPostgres } from '../../src/core/database/embedded-postgres.js';
import { prepareDatabase, roleUrls } from '../../src/core/database/prepare-database.js';
import { migrationsOf } from '../../src/mikro-orm.config.js';
import { encryptionKey } from '../support/test-config.js';

/** A separate server: the two roles belong to their creator. */
let server: EmbeddedServer;
let ownerUrl: string;

beforeAll(async () => {
  server = await startTemporaryPostgres();
  await as(server.url, async (client) => {
    await client.query("create role dono login createrole password 'senha'");
    await client.query('create database atendimento owner dono template template0');
  });
  const url = new URL(server.url);
  url.username = 'dono';
  url.password = 'senha';
  url.pathname = '/atendimento';
  ownerUrl = url.href;
});
afterAll(() => server.stop());

async function as<T>(url: string, fn: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await fn(client);
  } finally {
    await client.end();
  }
}

const prepare = () => prepareDatabase(ownerUrl, encryptionKey, migrationsOf(ownerUrl));

test('an owner that is no superuser creates everything, and revokes its temporary grants', async () => {
  await prepare();
  await prepare();
  const owners = await as(ownerUrl, async (client) => {
    await expect(client.query('set role atende_platform')).rejects.toThrow('permission denied');
    const { rows } = await client.query<{ name: string; owner: string }>(
      "select proname as name, proowner::regrole::text as owner from pg_proc where prosecdef and pronamespace = 'public'::regnamespace order by 1",
    );
    return rows;
  });
  expect(owners).toEqual([
    { name: 'search_contacts', owner: 'atende_platform' },
    { name: 'search_knowledge', owner: 'atende_platform' },
    { name: 'search_messages', owner: 'atende_platform' },
    { name: 'search_notes', owner: 'atende_platform' },
  ]);
  await as(roleUrls(ownerUrl, encryptionKey).platform, async (client) => {
    await expect(client.query('create table mine ()')).rejects.toThrow('permission denied');
  });
  await as(roleUrls(ownerUrl, encryptionKey).app, async (client) => {
    await client.query("select set_config('mikro.company.id', '1', false)");
    expect((await client.query("select * from search_messages(1, 'palavra')")).rows).toEqual([]);
  });
});

/** Changes with every change of a role, a table, a schema or their privileges. */
const catalogue = () =>
  as(new URL('/atendimento', server.url).href, async (client) => {
    const { rows } = await client.query(
      `select (select array_agg(xmin::text order by oid) from pg_class) as classes,
         (select array_agg(xmin::text order by oid) from pg_namespace) as schemas,
         (select array_agg(xmin::text order by oid) from pg_authid) as roles`,
    );
    return rows;
  });

test('a start that finds everything done changes nothing', async () => {
  await prepare();
  const before = await catalogue();
  await prepare();
  expect(await catalogue()).toEqual(before);
});

test.each([
  'revoke delete on tags from atende_app',
  'revoke usage on all sequences in schema public from atende_platform',
  'revoke usage on schema public from atende_app, public',
  "alter role atende_platform password 'outra'",
])('a start repairs: %s', async (damage) => {
  await as(ownerUrl, (client) => client.query(damage));
  await prepare();
  for (const url of Object.values(roleUrls(ownerUrl, encryptionKey)))
    await as(url, async (client) => {
      await client.query("select set_config('mikro.company.id', '1', false)");
      await client.query('delete from tags where id = 0');
      await client.query("select nextval(pg_get_serial_sequence('tags', 'id'))");
    });
});

const otherKey = randomBytes(32);
const withKey = (key: Buffer, url = ownerUrl) => prepareDatabase(url, key, migrationsOf(url));
const superuser = (statement: string, params: unknown[] = []) =>
  as(new URL('/atendimento', server.url).href, (client) => client.query(statement, params));

test('a start with another key changes nothing', async () => {
  await prepare();
  const before = await catalogue();
  await expect(withKey(otherKey)).rejects.toThrow(/ENCRYPTION_KEY is not the key of this database/);
  expect(await catalogue()).toEqual(before);
});

test('a database of an earlier version takes the key that opens its secrets, and no other', async () => {
  const setting = `settings|1|asaas`;
  await superuser('truncate key_checks');
  await superuser(
    "begin; set local session_replication_role = replica; insert into settings (company_id, key, value) values (1, 'asaas', ''); commit",
  );
  await superuser('update settings set value = $1', [
    new SecretCipher({ encryptionKey: otherKey }).encrypt('a chave do banco', setting),
  ]);
  const before = await catalogue();
  await expect(prepare()).rejects.toThrow(/ENCRYPTION_KEY is not the key of this database/);
  expect(await catalogue()).toEqual(before);

  await superuser('update settings set value = $1', [
    new SecretCipher({ encryptionKey }).encrypt('a chave do banco', setting),
  ]);
  await prepare();
  await superuser('delete from settings');
  await expect(withKey(otherKey)).rejects.toThrow(/ENCRYPTION_KEY is not the key of this database/);
});

test('a database that a version before 1.0.0 made is refused in words, and not changed', async () => {
  await prepare();
  const renamed = (to: string, from: string) =>
    superuser('update mikro_orm_migrations set name = $1 where name = $2', [to, from]);
  const [baseline = ''] = migrationsOf(ownerUrl).names;
  await renamed('20261121141800-foundation', baseline);
  try {
    const before = await catalogue();
    await expect(prepare()).rejects.toThrow(/a version before 1\.0\.0/);
    expect(await catalogue()).toEqual(before);
  } finally {
    await renamed(baseline, '20261121141800-foundation');
  }
  await prepare();
});

test('another installation on the same server has to have the same key', async () => {
  await prepare();
  await as(server.url, (client) => client.query('create database vizinha owner dono template template0'));
  const neighbour = Object.assign(new URL(ownerUrl), { pathname: '/vizinha' }).href;
  const before = await catalogue();
  await expect(withKey(otherKey, neighbour)).rejects.toThrow(/the other Atende .*\(database atendimento\)/);
  expect(await catalogue()).toEqual(before);
  await withKey(encryptionKey, neighbour);
});

test('an owner without rights on the roles is told what to grant', async () => {
  await prepare();
  await as(server.url, async (client) => {
    await client.query("create role outro login createrole password 'senha'");
    await client.query('create database alheia owner outro template template0');
  });
  const other = Object.assign(new URL(ownerUrl), { username: 'outro', pathname: '/alheia' }).href;
  const refusal: unknown = await withKey(encryptionKey, other).catch((error: unknown) => error);
  expect(String(refusal)).toContain(
    'alter role "outro" createrole; grant atende_app, atende_platform to "outro" with admin option',
  );
  await as(server.url, (client) => client.query(/As a superuser run: (.*)/.exec(String(refusal))?.[1] ?? ''));
  await withKey(encryptionKey, other);
});

test('numbers of Mexico and Argentina get one spelling: contacts, lists and recipients of campaigns', async () => {
  await as(server.url, (client) => client.query('create database antiga owner dono template template0'));
  const old = Object.assign(new URL(ownerUrl), { pathname: '/antiga' }).href;
  const all = migrationsOf(old);
  await prepareDatabase(old, encryptionKey, migrationsOf(old, all.names.slice(0, 1)));
  const [alone, spelled, both, bothSpelled, argentine] = [
    '5215511111111',
    '525511111111',
    '5215522222222',
    '525522222222',
    '541123456789',
  ];
  await as(new URL('/antiga', server.url).href, async (client) => {
    await client.query('set session_replication_role = replica');
    const insert = (table: string, columns: string, ...rows: readonly unknown[][]) =>
      client.query(
        `insert into ${table} (company_id, ${columns}) values ${rows.map((row) => `(1, ${row.map((value) => client.escapeLiteral(String(value))).join(', ')})`).join(', ')}`,
      );
    const uuid = '00000000-0000-4000-8000-00000000000';
    await insert(
      'contacts',
      'id, uuid, name, number, opted_out',
      [1, `${uuid}1`, alone, alone, false],
      [2, `${uuid}2`, 'Zoé', both, true],
      [3, `${uuid}3`, 'Zoé', bothSpelled, false],
      [4, `${uuid}4`, 'Che', argentine, false],
    );
    await insert('contact_tags', 'contact_id, tag_id', [2, 1], [3, 1], [2, 2]);
    await insert('contact_lists', 'id, name, contacts_count', [1, 'Clientes', 4]);
    await insert(
      'contact_list_items',
      'contact_list_id, name, number',
      ...[alone, both, bothSpelled, argentine].map((number) => [1, 'x', number]),
    );
    const shipment = 'campaign_id, connection_id, position, number, variables, status';
    await insert(
      'campaign_shipments',
      shipment,
      [1, 1, 1, alone, '[]', 'sent'],
      [1, 1, 2, both, '[]', 'queued'],
      [1, 1, 3, bothSpelled, '[]', 'queued'],
      [1, 1, 4, argentine, '[]', 'queued'],
    );
    await insert(
      'service_recipients',
      'campaign_id, name, number, fields, status',
      [1, 'x', alone, '[]', 'sent'],
      [1, 'x', both, '[]', 'waiting'],
      [1, 'x', bothSpelled, '[]', 'waiting'],
    );
  });
  await prepareDatabase(old, encryptionKey, all);
  await as(new URL('/antiga', server.url).href, async (client) => {
    const rows = async (select: string) => (await client.query({ text: select, rowMode: 'array' })).rows;
    const newArgentine = '5491123456789';
    expect(await rows('select number, name, opted_out from contacts order by id')).toEqual([
      [spelled, spelled, false],
      [both, 'Zoé', true],
      [bothSpelled, 'Zoé', true],
      [newArgentine, 'Che', false],
    ]);
    expect(await rows('select contact_id::int, kind, value from contact_identifiers order by 1')).toEqual([
      [1, 'former_number', alone],
      [4, 'former_number', argentine],
    ]);
    expect(await rows('select contact_id::int, tag_id::int from contact_tags order by 1, 2')).toEqual([
      [2, 2],
      [3, 1],
    ]);
    expect(await rows('select number from contact_list_items order by id')).toEqual([
      [spelled],
      [bothSpelled],
      [newArgentine],
    ]);
    expect(await rows('select contacts_count from contact_lists')).toEqual([[3]]);
    expect(await rows('select number, status, error_code from campaign_shipments order by position')).toEqual([
      [spelled, 'sent', null],
      [both, 'failed', 'REPEATED'],
      [bothSpelled, 'queued', null],
      [newArgentine, 'queued', null],
    ]);
    expect(await rows('select number, status from service_recipients order by id')).toEqual([
      [spelled, 'sent'],
      [both, 'failed'],
      [bothSpelled, 'waiting'],
    ]);
  });
});
