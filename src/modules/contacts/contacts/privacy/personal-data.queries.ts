import { type RawBuilder, sql } from 'kysely';
import type { Condition, Statement } from '../../../../core/database/statements.js';

export interface SectionRow {
  readonly id: number;
  readonly row: Record<string, unknown>;
  readonly key?: string | null;
  readonly fileName?: string | null;
}

/** The condition of most sections: rows `x` with this contact's id. */
export const ofContact = (companyId: number, contactId: number): Condition =>
  sql`x.company_id = ${companyId} and x.contact_id = ${contactId}`;

/** The same as {@link ofContact} for another column. */
export const withContact = (column: string, companyId: number, contactId: number): Condition =>
  sql`x.company_id = ${companyId} and ${sql.ref(`x.${column}`)} = ${contactId}`;

/** The number of a contact and its former ones that no other contact has now. */
export const numbersOf = (companyId: number, contactId: number): RawBuilder<{ number: string }> => sql`
  select c.number from contacts c where c.company_id = ${companyId} and c.id = ${contactId}
  union select i.value from contact_identifiers i
  where i.company_id = ${companyId} and i.contact_id = ${contactId} and i.kind = 'former_number'
    and not exists (select from contacts o where o.company_id = i.company_id and o.number = i.value)`;

/** Rows `x` with a number of this contact. */
export const withNumberOf = (companyId: number, contactId: number): Condition =>
  sql`x.company_id = ${companyId} and x.number in (${numbersOf(companyId, contactId)})`;

/** Rows `x` of a table with all stored columns. */
export const storedRows = (table: string): RawBuilder<unknown> =>
  sql`select x.id, to_jsonb(x) - 'company_id' as row from ${sql.table(table)} x`;

/** The rows of a section after the given row. */
export const sectionPage = (
  select: RawBuilder<unknown>,
  where: Condition,
  after: number,
  limit: number,
): Statement<SectionRow> => sql`${select} where ${where} and x.id > ${after} order by x.id limit ${sql.lit(limit)}`;
