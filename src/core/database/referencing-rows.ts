import { sql } from 'kysely';
import type { Db } from './db.js';
import { allForeignKeys, columnsReferencing, type EntityClass } from './foreign-keys.js';

/** A row, identified by its entity class, company and id. */
export interface RowReference {
  readonly type: EntityClass;
  readonly companyId: number;
  readonly id: number;
}

/** Makes every row that references `from` reference `to` instead, whichever module owns it. */
export async function moveReferences(
  db: Db,
  { type, companyId, id }: RowReference,
  to: number,
  except: readonly EntityClass[] = [],
): Promise<void> {
  for (const { table, column } of columnsReferencing(db.metadata, type, except))
    await db.run(sql`update ${sql.id(table)} set ${sql.id(column)} = ${to} where company_id = ${companyId}
       and ${sql.id(column)} = ${id}`);
}

/** Deletes every row of any module that references the given one, and returns the keys of their files. */
export async function deleteReferencing(
  db: Db,
  { type, companyId, id }: RowReference,
  except: readonly EntityClass[],
): Promise<string[]> {
  const keys: string[] = [];
  for (const { table, column } of columnsReferencing(db.metadata, type, except)) {
    const rows = await db.rows<{ row: Record<string, unknown> }>(
      sql`delete from ${sql.id(table)} x where x.company_id = ${companyId} and x.${sql.id(column)} = ${id}
       returning to_jsonb(x) as row`,
    );
    for (const { row } of rows)
      for (const [name, value] of Object.entries(row))
        if (/(^|_)media_key$/.test(name) && typeof value === 'string') keys.push(value);
  }
  return keys;
}

interface Table {
  readonly type: object;
  readonly name: string;
}

/**
 * Deletes every row of a company in all tenant tables, referencing tables first. Call it in a transaction of the
 * platform.
 */
export async function deleteTenantRows(db: Db, companyId: number): Promise<void> {
  const tables = [...db.metadata.getAll().values()]
    .filter(({ abstract, properties }) => !abstract && 'companyId' in properties)
    .map(({ class: type, tableName }): Table => ({ type, name: tableName }));
  for (const { name } of topologicalOrder(tables))
    await db.run(sql`delete from ${sql.table(name)} where company_id = ${companyId}`);
}

/** Orders referencing tables first. A self-reference is no cycle, because one statement deletes both rows. */
function topologicalOrder(tables: readonly Table[]): Table[] {
  const ordered: Table[] = [];
  const visited = new Set<object>();
  const visit = (table: Table): void => {
    if (visited.has(table.type)) return;
    visited.add(table.type);
    for (const { owner, target } of allForeignKeys) {
      const pointing = target() === table.type ? tables.find(({ type }) => type === owner) : undefined;
      if (pointing) visit(pointing);
    }
    ordered.push(table);
  };
  for (const table of tables) visit(table);
  return ordered;
}
