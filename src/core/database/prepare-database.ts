import { createHmac } from 'node:crypto';
import pg from 'pg';
import { ConfigError } from '../config/read-environment.js';
import { assertKey, storeKeyCheck } from '../crypto/key-check.js';
import { roles } from './database-types.js';

/** The connection strings of the two restricted roles of one database. */
export interface RoleUrls {
  readonly app: string;
  readonly platform: string;
}

/** The password of a role, which is derived from the installation's key. */
function passwordOf(role: string, key: Buffer): string {
  return createHmac('sha256', key).update(`database-role|${role}`).digest('hex');
}

const addressParameter = /^(host|port|ssl\w*|uselibpqcompat)$/;

/** Removes the parameters that would replace the role or our settings: only server, database, TLS and user remain. */
export function addressOf(address: string): URL {
  const url = new URL(address);
  for (const name of [...url.searchParams.keys()]) if (!addressParameter.test(name)) url.searchParams.delete(name);
  return url;
}

export function roleUrls(ownerUrl: string, key: Buffer): RoleUrls {
  const as = (role: string): string => {
    const url = addressOf(ownerUrl);
    url.username = role;
    url.password = passwordOf(role, key);
    return url.href;
  };
  return { app: as(roles.app), platform: as(roles.platform) };
}

/**
 * Locks the data folder for this process until the connection ends.
 * @throws when another process has it
 */
export async function lockDataFolder(ownerUrl: string): Promise<{ release(): Promise<void> }> {
  const client = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 10_000, keepAlive: true });
  client.on('error', () => undefined);
  await client.connect();
  const taken = await client.query<{ free: boolean }>(
    "select pg_try_advisory_lock(hashtext('atende:process')) as free",
  );
  if (!taken.rows[0]?.free) {
    await client.end();
    throw new ConfigError([
      'DATA_DIR is in use by another Atende: stop it first, or give this one a folder of its own',
    ]);
  }
  return { release: () => client.end() };
}

/** Runs `fn` with its own connection, usually the owner's. */
export async function withConnection<T>(url: string, fn: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  // the driver also rejects the running statement, so the event itself needs no handling
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await fn(client);
  } finally {
    await client.end();
  }
}

/** Error codes of `create database` when another process creates the same one before, or at the same time. */
const createdMeanwhile = ['42P04', '23505'];

/** Creates the database of that name if necessary and returns its URL. */
export async function ensureDatabase(serverUrl: string, name: string): Promise<string> {
  await withConnection(serverUrl, async (client) => {
    const found = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (found.rowCount !== 0) return;
    try {
      await client.query(`create database ${client.escapeIdentifier(name)} template template0 encoding 'UTF8'`);
    } catch (error) {
      // another starting process has created it meanwhile
      if (!createdMeanwhile.includes((error as pg.DatabaseError).code ?? '')) throw error;
    }
  });
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

const insufficientPrivilege = '42501';

/**
 * Creates the two roles, or sets their passwords, derived from this key; in the client's transaction if it has one.
 * @throws ConfigError that names the missing grants
 */
export async function ensureRoles(client: pg.ClientBase, key: Buffer): Promise<void> {
  const names = Object.values(roles);
  const found = await client.query<{ name: string; owner: string }>(
    'select rolname as name, current_user::text as owner from pg_roles where rolname = any($1) or rolname = current_user',
    [names],
  );
  const existing = names.filter((role) => found.rows.some(({ name }) => name === role));
  try {
    for (const role of names) {
      // only a superuser may name these two attributes in an ALTER, and CREATE ROLE sets them by default
      const change = existing.includes(role)
        ? `alter role ${role} login`
        : `create role ${role} login nosuperuser nobypassrls`;
      await client.query(`${change} password '${passwordOf(role, key)}'`);
    }
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && error.code === insufficientPrivilege)) throw error;
    const owner = found.rows[0]?.owner ?? '';
    const name = pg.escapeIdentifier(owner);
    // from PostgreSQL 16 on, CREATEROLE alone does not allow changes to roles that another role created
    const grant = existing.length > 0 ? ` grant ${existing.join(', ')} to ${name} with admin option;` : '';
    throw new ConfigError([
      `the role ${owner} of DATABASE_URL may not create or change the roles ${names.join(' and ')}.
    As a superuser run: alter role ${name} createrole;${grant}`,
    ]);
  }
}

/** Whether both roles have all privileges that {@link prepareDatabase} grants. */
const hasPrivileges = `
  select (select count(*) from pg_roles where rolname = any($1)) = cardinality($1::text[])
    and not exists (select from pg_roles r where r.rolname = any($1) and not has_schema_privilege(r.oid, 'public', 'usage'))
    and not exists (select from pg_class c cross join pg_roles r
      where r.rolname = any($1) and c.relnamespace = 'public'::regnamespace and c.relname <> 'mikro_orm_migrations'
        and case when c.relkind in ('r', 'p', 'v', 'm', 'f') then not (has_table_privilege(r.oid, c.oid, 'select')
            and has_table_privilege(r.oid, c.oid, 'insert') and has_table_privilege(r.oid, c.oid, 'update')
            and has_table_privilege(r.oid, c.oid, 'delete'))
          when c.relkind = 'S' then not (has_sequence_privilege(r.oid, c.oid, 'usage')
            and has_sequence_privilege(r.oid, c.oid, 'select'))
          else false end) as complete`;

/** Whether the role can log in with the password of the URL. */
async function logsIn(url: string): Promise<boolean> {
  try {
    await withConnection(url, (client) => client.query('select 1'));
    return true;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code?.startsWith('28')) return false;
    throw error;
  }
}

/** The migrations that {@link prepareDatabase} runs. */
export interface Migrations {
  readonly names: readonly string[];
  up(): Promise<void>;
}

/** Whether nothing is left for {@link prepareDatabase} to do. */
async function isPrepared(client: pg.Client, urls: RoleUrls, names: readonly string[]): Promise<boolean> {
  const table = await client.query("select 1 where to_regclass('public.mikro_orm_migrations') is not null");
  if (table.rowCount === 0) return false;
  const done = await client.query('select distinct name from mikro_orm_migrations where name = any($1)', [names]);
  if (done.rowCount !== names.length) return false;
  const { rows } = await client.query<{ complete: boolean }>(hasPrivileges, [Object.values(roles)]);
  return rows[0]?.complete === true && (await logsIn(urls.app)) && (await logsIn(urls.platform));
}

/** @throws ConfigError when the database has migrations, but not the first one of this program */
async function assertHasBaseline(client: pg.Client, [baseline]: readonly string[]): Promise<void> {
  const table = await client.query("select 1 where to_regclass('public.mikro_orm_migrations') is not null");
  if (table.rowCount === 0) return;
  const { rows } = await client.query<{ foreign: boolean }>(
    'select count(*) > 0 and not coalesce(bool_or(name = $1), false) as foreign from mikro_orm_migrations',
    [baseline],
  );
  if (rows[0]?.foreign)
    throw new ConfigError([
      'The database was made by a version before 1.0.0, which cannot be upgraded: use an empty DATABASE_URL, or another DATA_DIR',
    ]);
}

/** The baseline grants MAINTAIN, which PostgreSQL 16 does not know. */
const leastVersion = 17;

/** Makes other processes that prepare the database wait until this connection ends. */
async function beginPreparing(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: string }>("select current_setting('server_version') as version");
  const version = rows[0]?.version ?? '';
  if (Number.parseInt(version, 10) < leastVersion)
    throw new ConfigError([
      `DATABASE_URL is PostgreSQL ${version}, and ${leastVersion} or later is needed: install one, or leave DATABASE_URL out to use the embedded one`,
    ]);
  await client.query("select pg_advisory_lock(hashtext('atende:prepare'))");
}

/**
 * Creates the two roles, runs the migrations and grants privileges. Processes that start at once do so one after the
 * other. A prepared database is not changed: after any change of a privilege every connection has to plan its
 * statements anew.
 * @throws ConfigError, before anything is changed, when the database has another key or is of a version before 1.0.0
 */
export async function prepareDatabase(ownerUrl: string, key: Buffer, migrations: Migrations): Promise<void> {
  await withConnection(ownerUrl, async (client) => {
    await beginPreparing(client);
    const checked = await assertKey(client, key);
    const urls = roleUrls(ownerUrl, key);
    if (!(await isPrepared(client, urls, migrations.names))) {
      await assertHasBaseline(client, migrations.names);
      await assertRolesUnused(client, urls);
      await createAll(client, key, migrations);
    }
    if (!checked) await storeKeyCheck(client, key);
  });
}

/**
 * Does {@link prepareDatabase} for a database whose rows, including the check of the key, are restored afterwards. With
 * `newKey` it may replace a lost key even if another database still uses that one.
 */
export async function prepareEmptyDatabase(
  ownerUrl: string,
  key: Buffer,
  migrations: Migrations,
  { newKey }: { newKey: boolean },
): Promise<void> {
  await withConnection(ownerUrl, async (client) => {
    await beginPreparing(client);
    if (!newKey) await assertRolesUnused(client, roleUrls(ownerUrl, key));
    await createAll(client, key, migrations);
  });
}

async function createAll(client: pg.Client, key: Buffer, migrations: Migrations): Promise<void> {
  await ensureRoles(client, key);
  await withPlatformOwnership(client, () => migrations.up());
  for (const role of Object.values(roles)) {
    await client.query(`grant usage on schema public to ${role}`);
    await client.query(`grant select, insert, update, delete on all tables in schema public to ${role}`);
    await client.query(`grant usage, select on all sequences in schema public to ${role}`);
  }
  await client.query(`revoke all on table mikro_orm_migrations from ${Object.values(roles).join(', ')}`);
}

/** @throws ConfigError when another database of the server uses the roles with other passwords than this key gives */
async function assertRolesUnused(client: pg.Client, urls: RoleUrls): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select distinct d.datname as name from pg_shdepend s join pg_database d on d.oid = s.dbid
     where s.refclassid = 'pg_authid'::regclass and s.refobjid in (select oid from pg_roles where rolname = any($1))
       and d.datname <> current_database() order by 1`,
    [Object.values(roles)],
  );
  if (rows.length === 0 || ((await logsIn(urls.app)) && (await logsIn(urls.platform)))) return;
  throw new ConfigError([
    `ENCRYPTION_KEY is not that of the other Atende on this PostgreSQL server (database ${rows.map(({ name }) => name).join(', ')}): their databases
    share the roles ${Object.values(roles).join(' and ')}, whose passwords are made of the key. Set the same key, use a server of its own, or drop
    that database if nobody needs it`,
  ]);
}

/**
 * The platform's role owns the `security definer` functions. To assign them, the migrating role must be a member of
 * that role, which may create in the schema. A superuser always may; another owner gets the grant while it migrates.
 */
async function withPlatformOwnership(client: pg.Client, migrate: () => Promise<unknown>): Promise<void> {
  const may = await client.query(`set role ${roles.platform}`).then(
    () => true,
    () => false,
  );
  await client.query('reset role');
  if (!may) await client.query(`grant ${roles.platform} to current_user`);
  await client.query(`grant create on schema public to ${roles.platform}`);
  try {
    await migrate();
  } finally {
    await client.query(`revoke create on schema public from ${roles.platform}`);
    if (!may) await client.query(`revoke ${roles.platform} from current_user`);
  }
}
