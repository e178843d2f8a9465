import { sql } from 'kysely';
import { type Condition, listed, type Statement } from '../../../../core/database/statements.js';
import type { RefusedLine } from '../../contacts/import-export/contact-import.entity.js';
import type { ContactListRefusal } from '../contact-list.entity.js';

/** Filters imports, which have the alias `t`. */
export const importIntoList = (contactListId: number): Condition => sql`t.contact_list_id = ${contactListId}`;

export const insertRefusals = (companyId: number, importId: number, refused: readonly RefusedLine[]): Statement => sql`
  insert into contact_list_refusals (company_id, import_id, line, name, number, reason)
  select ${companyId}, ${importId}, r.line, r.name, r.number, r.reason from ${listed('r', {
    line: ['int', refused.map(({ line }) => line)],
    name: ['text', refused.map(({ name }) => name)],
    number: ['text', refused.map(({ number }) => number)],
    reason: ['jsonb', refused.map(({ text }) => JSON.stringify(text))],
  })}`;

/** The refused lines of a file after the given line. */
export const refusalsAfter = (
  companyId: number,
  importId: number,
  line: number,
  limit: number,
): Statement<Pick<ContactListRefusal, 'line' | 'name' | 'number' | 'reason'>> => sql`
  select line, name, number, reason from contact_list_refusals
  where company_id = ${companyId} and import_id = ${importId} and line > ${line}
  order by line limit ${sql.lit(limit)}`;
