import { sql } from 'kysely';
import type { Db } from './db.js';
import { allForeignKeys } from './foreign-keys.js';

interface Table {
  readonly type: object;
  readonly name: string;
}

/**
 * Deletes every row of a company in every tenant table, referencing tables first. The current transaction must be the
 * platform's.
 */
export async function deleteTenantRows(db: Db, companyId: number): Promise<void> {
  const tables = [...db.em.getMetadata().getAll().values()]
    .filter(({ abstract, properties }) => !abstract && 'companyId' in properties)
    .map(({ class: type, tableName }): Table => ({ type, name: tableName }));
  for (const { name } of topologicalOrder(tables))
    await db.run(sql`delete from ${sql.table(name)} where company_id = ${companyId}`);
}

/** Referencing tables first; a self-reference is no cycle, because one statement deletes both rows. */
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
