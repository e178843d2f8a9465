import { sql } from 'kysely';
import { among, listed, type Statement } from '../../../../core/database/statements.js';

export interface ContactRow {
  readonly id: number;
  readonly name: string;
  readonly number: string;
  readonly lid: string | null;
}

const columns = sql`id, name, number, lid`;

export const contactWithLid = (companyId: number, lid: string): Statement<ContactRow> => sql`
  select ${columns} from contacts where company_id = ${companyId} and lid = ${lid}`;

export const contactsWithNumbers = (companyId: number, numbers: readonly string[]): Statement<ContactRow> => sql`
  select ${columns} from contacts where company_id = ${companyId} and ${among('number', numbers, 'text')}`;

/** Inserts contacts with new numbers and returns them. */
export const insertChannelContacts = (
  companyId: number,
  contacts: readonly { readonly name: string; readonly number: string; readonly isGroup: boolean }[],
): Statement<ContactRow & { created: boolean }> => sql`
  insert into contacts (company_id, uuid, name, number, is_group)
  select ${companyId}, gen_random_uuid(), r.name, r.number, r.is_group
  from ${listed('r', {
    name: ['text', contacts.map(({ name }) => name)],
    number: ['text', contacts.map(({ number }) => number)],
    is_group: ['boolean', contacts.map(({ isGroup }) => isGroup)],
  })} order by r.number
  on conflict (company_id, number) do nothing
  returning ${columns}, true as created`;

export const renumberContact = (companyId: number, id: number, number: string, name: string): Statement =>
  sql`update contacts set number = ${number}, name = ${name}, updated_at = now()
   where company_id = ${companyId} and id = ${id}`;

export const renameContact = (companyId: number, id: number, name: string): Statement =>
  sql`update contacts set name = ${name}, updated_at = now() where company_id = ${companyId}
   and id = ${id}`;

/** Changes no row if the contact has a LID already, or another contact has this one. */
export const assignContactLid = (companyId: number, id: number, lid: string): Statement =>
  sql`update contacts set lid = ${lid}, updated_at = now() where company_id = ${companyId}
   and id = ${id} and lid is null
   and not exists (select 1 from contacts other where other.company_id = contacts.company_id and other.lid = ${lid})`;
