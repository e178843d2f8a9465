import type { MikroORM } from '@mikro-orm/postgresql';
import { allForeignKeys } from './foreign-keys.js';
import { declaredSchemaExtras, type SchemaExtra } from './schema-extra.js';
import './search-functions.js';
import { TenantEntity } from './tenant.entity.js';

/** Every extra: the declared foreign keys, then what core and the modules declare. */
export function schemaExtras(orm: MikroORM): SchemaExtra[] {
  const metadata = orm.getMetadata();
  const foreignKeys = allForeignKeys.map(({ owner, property, target, onDelete }): SchemaExtra => {
    const from = metadata.get(owner);
    const to = metadata.get(target());
    const column = (from.properties as Record<string, { fieldNames: string[] }>)[property]?.fieldNames[0];
    const tenant = target().prototype instanceof TenantEntity;
    const [local, remote] = tenant ? [`"company_id", "${column}"`, '"company_id", "id"'] : [`"${column}"`, '"id"'];
    const name = `${from.tableName}_${column}_fk`;
    return {
      name,
      table: from.tableName,
      kind: 'foreign key',
      sql: `alter table "${from.tableName}" add constraint "${name}" foreign key (${local}) references "${to.tableName}" (${remote}) on delete ${onDelete}`,
    };
  });
  return [...foreignKeys, ...declaredSchemaExtras];
}

interface CurrentExtra {
  readonly kind: SchemaExtra['kind'];
  readonly name: string;
  readonly body: string | null;
}

/** The statements that would bring the connected database to the declared schema; empty when it is up to date. */
export async function schemaDifference(orm: MikroORM): Promise<string[]> {
  const extras = schemaExtras(orm);
  const known = new Set(extras.map(({ name }) => name));
  const metadata = (await orm.schema.getUpdateSchemaSQL({ wrap: false, safe: false }))
    .split(/;\n/)
    .map((statement) => statement.replace(/;\s*$/, '').trim())
    .filter((statement) => statement !== '' && !dropsExtra(statement, known));
  const present = await orm.em.fork().execute<CurrentExtra[]>(currentExtrasSql);
  const there = new Map(present.map(({ kind, name, body }) => [`${kind} ${name}`, body]));
  const missing = extras.filter(({ kind, name, body }) => {
    const found = there.get(`${kind} ${name}`);
    return found === undefined || (body !== undefined && found !== body);
  });
  const statementsOf = (wanted: (extra: SchemaExtra) => boolean): string[] =>
    missing.filter(wanted).flatMap(({ sql, dependentSql = [] }) => [sql, ...dependentSql]);
  const declared = new Set(extras.map(({ kind, name }) => `${kind} ${name}`));
  const stale = present
    .filter(({ kind, name }) => !declared.has(`${kind} ${name}`) && isStale(kind, name))
    .map(({ kind, name }) => `-- nothing declares the ${kind} ${name}`);
  // functions come before the tables, because a generated column calls its function
  return [...statementsOf(precedesTables), ...metadata, ...statementsOf((extra) => !precedesTables(extra)), ...stale];
}

const precedesTables = ({ kind, body, dependentSql = [] }: SchemaExtra): boolean =>
  kind === 'extension' || kind === 'text search' || (body !== undefined && dependentSql.length === 0);

/** Whether it is an undeclared extra that the generator does not report by itself. */
const isStale = (kind: SchemaExtra['kind'], name: string): boolean =>
  kind === 'text search' || (kind === 'foreign key' && name.endsWith('_fk'));

const currentExtrasSql = `
  select 'foreign key' as kind, conname as name, null as body from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
  union all select 'index', indexname, null from pg_indexes where schemaname = 'public'
  union all select 'column', attrelid::regclass || '.' || attname, null from pg_attribute
    where attgenerated <> '' and attrelid in (select oid from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace)
  union all select 'extension', extname, null from pg_extension
  union all select 'text search', dictname, null from pg_ts_dict where dictnamespace = 'public'::regnamespace and ${notOfExtension('pg_ts_dict')}
  union all select 'function', proname, prosrc from pg_proc where pronamespace = 'public'::regnamespace and ${notOfExtension('pg_proc')}`;

function notOfExtension(catalogue: string): string {
  return `not exists (select 1 from pg_depend where classid = '${catalogue}'::regclass and objid = ${catalogue}.oid and deptype = 'e')`;
}

/** Whether the statement drops a declared extra: the generator proposes to drop what the metadata does not know. */
function dropsExtra(statement: string, known: ReadonlySet<string>): boolean {
  const [, table, column] = /^alter table "?(\w+)"? drop column(?: if exists)? "?(\w+)"?/.exec(statement) ?? [];
  const dropped = /^(?:drop index|drop function|alter table .* drop constraint)(?: if exists)? "?([\w]+)"?/.exec(
    statement,
  )?.[1];
  return known.has(`${table}.${column}`) || (dropped !== undefined && known.has(dropped));
}
