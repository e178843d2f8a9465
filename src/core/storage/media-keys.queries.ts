import { type RawBuilder, sql } from 'kysely';

interface KeyColumn {
  readonly table: string;
  readonly column: string;
}

/** By convention, columns with these names contain storage keys. The largest table comes first: it has most keys. */
export const keyColumns = (tenant: boolean): RawBuilder<KeyColumn> => sql`
  select c.relname as "table", a.attname as "column" from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attname ~ '(^|_)media_key$' and not a.attisdropped
    and ${tenant} = exists (select from pg_attribute x where x.attrelid = c.oid and x.attname = 'company_id' and not x.attisdropped)
  order by c.reltuples desc, 1, 2`;

/** Those of the keys that this column contains in rows of the company, or of the platform. */
export const keysIn = (
  { table, column }: KeyColumn,
  companyId: number | undefined,
  keys: readonly string[],
): RawBuilder<{ key: string }> => {
  const own = companyId === undefined ? sql`true` : sql`company_id = ${companyId}`;
  return sql`select ${sql.id(column)} as key from ${sql.id(table)} where ${own} and ${sql.id(column)} = any(${keys}::text[])`;
};

/** Those of the keys that rows of the company contain in any of these tables; `tables` must not be empty. */
export const referencedKeys = (
  tables: readonly string[],
  companyId: number,
  keys: readonly string[],
): RawBuilder<{ key: string }> => {
  const references = tables.map(
    (table) =>
      sql`exists (select from ${sql.table(table)} x where x.company_id = ${companyId} and x.media_key = k.key)`,
  );
  return sql`select k.key from unnest(${keys}::text[]) k (key) where ${sql.join(references, sql` or `)}`;
};
