import pg from 'pg';
import { CliError } from '../run-command.js';

export interface TableColumns {
  readonly name: string;
  /** Without generated ones. */
  readonly columns: readonly string[];
}

interface FoundTable extends TableColumns {
  readonly readable: boolean;
  readonly whole: boolean;
}

/** MikroORM's list of migrations that ran. */
export const migrationsTable = 'mikro_orm_migrations';

/** Own tables are those of the migrating role: the schema may have others. */
const ours = `c.relnamespace = 'public'::regnamespace and c.relname not in ('${migrationsTable}', '${migrationsTable}_id_seq')
  and c.relowner = (select relowner from pg_class where oid = 'public.${migrationsTable}'::regclass)`;

/**
 * Every own table.
 * @throws CliError when row-level security hides rows of one from the connected role: a backup would be incomplete
 */
export async function readableTables(client: pg.ClientBase): Promise<TableColumns[]> {
  const me = '(select oid from pg_roles where rolname = current_user)';
  const found = await client.query<FoundTable>(
    `select c.relname as name,
       array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = ''
         order by attnum) as columns,
       has_table_privilege(c.oid, 'select') as readable,
       not c.relrowsecurity
         or exists (select from pg_policy where polrelid = c.oid and polpermissive and polcmd in ('*', 'r')
           and polroles && array[0::oid, ${me}] and pg_get_expr(polqual, polrelid) = 'true')
         and not exists (select from pg_policy where polrelid = c.oid and not polpermissive and polcmd in ('*', 'r')
           and polroles && array[0::oid, ${me}] and pg_get_expr(polqual, polrelid) <> 'true') as whole
     from pg_class c where c.relkind = 'r' and ${ours} order by c.relname`,
  );
  const hidden = found.rows.filter(({ readable, whole }) => !readable || !whole).map(({ name }) => name);
  if (hidden.length > 0)
    throw new CliError(
      `The platform role does not see every row of ${hidden.join(', ')}: start the server once, it grants.`,
    );
  return found.rows.map(({ name, columns }) => ({ name, columns }));
}

/** Names of the tables of the connected owner. */
export async function tableNames(client: pg.ClientBase): Promise<string[]> {
  const found = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c where c.relkind = 'r' and ${ours} order by 1`,
  );
  return found.rows.map(({ name }) => name);
}

export async function sequenceNames(client: pg.ClientBase): Promise<string[]> {
  const found = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c where c.relkind = 'S' and ${ours} order by 1`,
  );
  return found.rows.map(({ name }) => name);
}

/** The migrations that ran, oldest first; undefined for an empty database. */
export async function executedMigrations(client: pg.ClientBase): Promise<string[] | undefined> {
  const there = await client.query(`select 1 where to_regclass('public.${migrationsTable}') is not null`);
  if (there.rowCount === 0) return undefined;
  const found = await client.query<{ name: string }>(`select name from ${migrationsTable} order by id`);
  return found.rows.map(({ name }) => name);
}

export const quoteIdentifiers = (names: readonly string[]): string =>
  names.map((name) => pg.escapeIdentifier(name)).join(', ');

/**
 * Exempts the owner from the row-level security of its tables, which rejects COPY FROM, until the transaction ends; the
 * locks exclude other sessions meanwhile.
 * @returns a function that restores it
 */
export async function disableForcedRowSecurity(
  client: pg.ClientBase,
  tables: readonly string[],
): Promise<() => Promise<void>> {
  const forced = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relforcerowsecurity and relname = any($1)`,
    [tables],
  );
  const each = async (option: string): Promise<void> => {
    for (const { name } of forced.rows)
      await client.query(`alter table ${pg.escapeIdentifier(name)} ${option} row level security`);
  };
  await each('no force');
  return () => each('force');
}
