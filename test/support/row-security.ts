import pg from 'pg';
import { roles } from '../../src/core/database/database-types.js';
import { roleUrls } from '../../src/core/database/prepare-database.js';
import { companySetting } from '../../src/core/database/tenant.entity.js';
import type { TestDatabase } from './database.js';
import { encryptionKey } from './test-config.js';

interface TableFacts {
  name: string;
  enabled: boolean;
  forced: boolean;
  owner: string;
  policies: {
    name: string;
    permissive: boolean;
    command: string;
    roles: string[];
    using: string | null;
    check: string | null;
  }[];
}

/** Whether a policy restricts rows to the company of the transaction. */
const fences = (expression: string | null): boolean =>
  expression?.includes(`current_setting('${companySetting}'`) === true;

/**
 * Violations of row level security in the catalogue: every table with a company (and `companies`) has it enabled and
 * forced, no policy gives the app's role rows of other companies, and that role cannot bypass it.
 */
export async function rowSecurityGaps(database: TestDatabase): Promise<string[]> {
  const tables = await database.query<TableFacts>(`
    select c.relname as name, c.relrowsecurity as enabled, c.relforcerowsecurity as forced, r.rolname as owner,
      coalesce((select json_agg(json_build_object('name', p.policyname, 'permissive', p.permissive = 'PERMISSIVE', 'command', p.cmd, 'roles', p.roles, 'using', p.qual, 'check', p.with_check))
        from pg_policies p where p.schemaname = 'public' and p.tablename = c.relname), '[]') as policies
    from pg_class c join pg_roles r on r.oid = c.relowner
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and (c.relname = 'companies'
      or exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped))`);
  const holes = tables.length === 0 ? ['no table of a company was found'] : [];
  for (const { name, enabled, forced, owner, policies } of tables) {
    if (!enabled) holes.push(`${name}: row security is not enabled`);
    if (!forced) holes.push(`${name}: row security is not forced`);
    if (owner === roles.app || owner === roles.platform) holes.push(`${name}: belongs to ${owner}`);
    const forApp = policies.filter((policy) => policy.roles.includes(roles.app) || policy.roles.includes('public'));
    const open = forApp.filter((policy) => policy.permissive);
    const closed = forApp.filter(
      (policy) => !policy.permissive && policy.command === 'ALL' && fences(policy.using) && fences(policy.check),
    );
    // restrictive policies apply to every statement; without one each permissive policy has to restrict by itself
    if (closed.length === 0) {
      for (const policy of open) {
        if (policy.command !== 'INSERT' && !fences(policy.using))
          holes.push(`${name}: ${policy.name} has no USING by company`);
        if (policy.command !== 'SELECT' && policy.command !== 'DELETE' && !fences(policy.check))
          holes.push(`${name}: ${policy.name} has no WITH CHECK by company`);
      }
      if (open.length === 0) holes.push(`${name}: no policy for ${roles.app}`);
    }
    for (const policy of policies.filter((each) => each.roles.includes('public') && !fences(each.using))) {
      holes.push(`${name}: ${policy.name} lets everybody through`);
    }
  }
  const trusted = await database.query<{ name: string }>(
    'select rolname as name from pg_roles where rolname = any($1) and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication)',
    [Object.values(roles)],
  );
  holes.push(...trusted.map(({ name }) => `${name} may too much`));
  const member = await database.query<{ name: string }>(
    'select m.rolname as name from pg_auth_members x join pg_roles m on m.oid = x.member where m.rolname = any($1)',
    [Object.values(roles)],
  );
  holes.push(...member.map(({ name }) => `${name} is a member of another role`));
  const rights = await database.query<{ name: string }>(
    `select table_name || ' ' || privilege_type as name from information_schema.role_table_grants
     where grantee = $1 and table_schema = 'public' and (privilege_type in ('TRUNCATE', 'TRIGGER', 'REFERENCES') or table_name like 'mikro_orm%')`,
    [roles.app],
  );
  holes.push(...rights.map(({ name }) => `${roles.app} has ${name}`), ...(await holesInFunctions(database)));
  return holes;
}

/** Violations by `security definer` functions: owner, fixed search path, grants, check of the company. */
async function holesInFunctions(database: TestDatabase): Promise<string[]> {
  const functions = await database.query<{
    name: string;
    owner: string;
    path: string | null;
    callers: string[];
    refuses: boolean;
  }>(
    `select p.oid::regprocedure::text as name, r.rolname as owner,
       (select substr(c, 13) from unnest(p.proconfig) c where c like 'search_path=%') as path,
       array(select case when a.grantee = 0 then 'everybody' else a.grantee::regrole::text end
         from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a where a.grantee <> p.proowner) as callers,
       p.prosrc ~ $1 as refuses
     from pg_proc p join pg_roles r on r.oid = p.proowner where p.prosecdef and p.pronamespace = 'public'::regnamespace`,
    [String.raw`company is distinct from nullif\(current_setting\('${companySetting}'`],
  );
  return functions.flatMap(({ name, owner, path, callers, refuses }) => [
    ...(owner === roles.platform ? [] : [`${name}: belongs to ${owner}`]),
    ...(path === 'pg_catalog, pg_temp' ? [] : [`${name}: has no fixed path`]),
    ...(callers.every((caller) => caller === roles.app) ? [] : [`${name}: is called by ${callers}`]),
    ...(refuses ? [] : [`${name}: does not ask for the company of the transaction`]),
  ]);
}

/** What the app's role, set to one company, can read and write of another company's rows; by real statements. */
export async function crossCompanyAccess(database: TestDatabase, own: number, other: number): Promise<string[]> {
  const tables = await database.query<{ name: string; key: string }>(
    `select table_name as name, 'company_id' as key from information_schema.columns where table_schema = 'public' and column_name = 'company_id'
     union all select 'companies', 'id'`,
  );
  const client = new pg.Client({ connectionString: roleUrls(database.url, encryptionKey).app });
  await client.connect();
  const holes: string[] = [];
  /** Always rolled back. @returns the number of rows read or written; 0 when it was refused */
  const attempt = async (
    statement: string,
    params: readonly unknown[],
    company: number | null = own,
  ): Promise<number> => {
    await client.query('begin');
    try {
      if (company !== null) await client.query('select set_config($1, $2, true)', [companySetting, String(company)]);
      return (await client.query(statement, [...params])).rowCount ?? 0;
    } catch {
      return 0;
    } finally {
      await client.query('rollback');
    }
  };
  try {
    for (const { name, key } of tables) {
      if ((await attempt(`select 1 from ${name} where ${key} = $1`, [other])) > 0)
        holes.push(`${name}: rows of another company are seen`);
      if ((await attempt(`select 1 from ${name} where ${key} <> $1`, [own])) > 0)
        holes.push(`${name}: rows of other companies are seen`);
      if ((await attempt(`update ${name} set updated_at = now() where ${key} = $1`, [other])) > 0)
        holes.push(`${name}: rows of another company are changed`);
      if ((await attempt(`delete from ${name} where ${key} = $1`, [other])) > 0)
        holes.push(`${name}: rows of another company are deleted`);
      if ((await attempt(`select 1 from ${name}`, [], null)) > 0)
        holes.push(`${name}: rows are seen without a company`);
      const moved = key === 'company_id' ? await attempt(`update ${name} set company_id = $1`, [other]) : 0;
      if (moved > 0) holes.push(`${name}: rows are given to another company`);
      const copied = await insertCopy(database, attempt, name, key, other);
      if (copied > 0) holes.push(`${name}: rows are written for another company`);
    }
  } finally {
    await client.end();
  }
  return holes;
}

/** Tries to write a row that is valid except for its company. */
async function insertCopy(
  database: TestDatabase,
  attempt: (statement: string, params: readonly unknown[]) => Promise<number>,
  table: string,
  key: string,
  other: number,
): Promise<number> {
  const columns = await database.query<{ name: string; type: string }>(
    `select column_name as name, udt_name as type from information_schema.columns where table_schema = 'public' and table_name = $1 and column_name <> 'id' and is_generated = 'NEVER'`,
    [table],
  );
  const [row] = await database.query<Record<string, unknown>>(
    `select ${columns.map(({ name }) => `"${name}"::text as "${name}"`).join(', ')} from ${table} where ${key} = $1 limit 1`,
    [other],
  );
  if (!row) return 0;
  const fresh = columns.map(({ name, type }) =>
    type === 'uuid'
      ? 'gen_random_uuid()'
      : ['name', 'number', 'email', 'sid', 'key', 'token_hash', 'provider_id', 'event_id', 'color'].includes(name)
        ? `left(md5(random()::text), 8)`
        : `$${columns.findIndex((column) => column.name === name) + 1}::${type}`,
  );
  const used = columns.map(({ name }) => row[name]);
  // every parameter has to be used, also one that a new value replaced
  const mention = columns.map((_, index) => `$${index + 1}::text is null`).join(' or ');
  return attempt(
    `insert into ${table} (${columns.map(({ name }) => `"${name}"`).join(', ')}) select ${fresh.join(', ')} where (${mention}) or true`,
    used,
  );
}
