import { type RawBuilder, sql } from 'kysely';
import type { Statement } from '../database/statements.js';

/** The names of a table's rows and of its removed records, to be joined by company and id. */
export const namesWithRemoved = (
  table: string,
  resource: string,
  { color }: { readonly color: boolean } = { color: false },
): RawBuilder<unknown> => sql`(select company_id, id, name${sql.raw(color ? ', color' : '')} from ${sql.table(table)}
    union all select company_id, record_id, name${sql.raw(color ? ', color' : '')} from removed_records
    where resource = ${sql.lit(resource)})`;

export interface RemovedName {
  readonly id: number;
  readonly name: string;
  readonly color: string | null;
}

/** The removed records of a resource, by name. */
export const removedNames = (companyId: number, resource: string): Statement<RemovedName> => sql`
  select record_id as id, name, color from removed_records
  where company_id = ${companyId} and resource = ${resource} order by name, record_id`;
