import 'reflect-metadata';
import { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { type EmbeddedServer, startTemporaryPostgres } from '../../src/core/database/embedded-postgres.js';
import { prepareDatabase, roleUrls } from '../../src/core/database/prepare-database.js';
import { ownerConfig } from '../../src/mikro-orm.config.js';
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

async function prepare(): Promise<void> {
  const orm = await MikroORM.init(ownerConfig(ownerUrl));
  try {
    await prepareDatabase(ownerUrl, encryptionKey, orm);
  } finally {
    await orm.close(true);
  }
}

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
  ]);
  await as(roleUrls(ownerUrl, encryptionKey).platform, async (client) => {
    await expect(client.query('create table mine ()')).rejects.toThrow('permission denied');
  });
  await as(roleUrls(ownerUrl, encryptionKey).app, async (client) => {
    await client.query("select set_config('mikro.company.id', '1', false)");
    expect((await client.query("select * from search_messages(1, 'palavra')")).rows).toEqual([]);
  });
});
