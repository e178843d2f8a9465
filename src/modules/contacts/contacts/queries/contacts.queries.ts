import { type RawBuilder, sql } from 'kysely';
import { type Condition, dayIn, listed, type Statement, startOfDay } from '../../../../core/database/statements.js';
import type { Days } from '../../../../core/resource/page.js';
import type { RecordTable, Stored } from '../../../../core/resource/record-table.js';
import type { Contact } from '../contact.entity.js';
import { type ColumnName, columnNames, emptyValue } from '../fields/contact-fields.js';
import type { ListedContact } from '../import-export/contact-import.entity.js';
import type { FoundContacts } from '../search/contact-search.queries.js';

/** The start of the first day and the end of the last day in the company's time zone. */
export const dayBounds = (
  companyId: number,
  { from, until }: Days,
): RawBuilder<{ from: string | null; until: string | null }> => sql`
  select ${startOfDay(dayIn(from, sql`timezone`), sql`timezone`)} as "from",
    ${startOfDay(sql`${dayIn(until, sql`timezone`)} + 1`, sql`timezone`)} as until
  from companies where id = ${companyId}`;

const nameOfColumn = (property: string): string => property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Inserts contacts with new numbers; of equal numbers only the first. */
export const insertContacts = (
  companyId: number,
  contacts: readonly ListedContact[],
): Statement<{ number: string }> => {
  const valuesOf = (name: ColumnName) => contacts.map((contact) => contact[name] || emptyValue(name));
  const columns = sql.join(columnNames.map((name) => sql.ref(nameOfColumn(name))));
  return sql`
  insert into contacts (company_id, uuid, extra_info, ${columns})
  select ${companyId}, gen_random_uuid(), extra_info, ${columns} from ${listed('r', {
    ...Object.fromEntries(columnNames.map((name) => [nameOfColumn(name), ['text', valuesOf(name)]])),
    extra_info: ['jsonb', contacts.map(({ extraInfo }) => JSON.stringify(extraInfo))],
  })}
  order by position on conflict (company_id, number) do nothing returning number`;
};

/** The company's own tags among these ids; locks them until the transaction ends. */
export const lockTags = (companyId: number, ids: readonly number[]): RawBuilder<unknown> => sql`
  select id from tags where company_id = ${companyId} and id = any(${ids}::bigint[]) order by id for key share`;

export interface ContactTag {
  readonly id: number;
  readonly name: string;
  readonly color: string;
}

/** The tags of rows `x` that link tags to contacts. */
const tagsJson = sql`json_agg(json_build_object('id', g.id, 'name', g.name, 'color', g.color) order by g.id)
  from contact_tags x join tags g on g.company_id = x.company_id and g.id = x.tag_id`;

/** The tags of contact `t`. */
export const tagsColumn = sql`(select ${tagsJson} where x.company_id = t.company_id and x.contact_id = t.id) as tags`;

const username = sql`i.value from contact_identifiers i`;

/** The username of contact `t`. */
export const usernameColumn = sql`(select ${username} where i.company_id = t.company_id and i.contact_id = t.id
  and i.kind = 'username' order by i.updated_at desc limit 1) as username`;

/** What answers have of contacts beside their columns. */
export const tagsOf = (
  companyId: number,
  ids: readonly number[],
): Statement<{ id: number; tags: ContactTag[] | null; username: string | null }> => sql`
  select s.id, (select ${tagsJson} where x.company_id = ${companyId} and x.contact_id = s.id) as tags,
    (select ${username} where i.company_id = ${companyId} and i.contact_id = s.id and i.kind = 'username'
      order by i.updated_at desc limit 1) as username
  from unnest(${ids}::bigint[]) s (id)`;

/** Removes all tags except these from a contact. */
export const removeOtherTags = (companyId: number, contactId: number, keptTagIds: readonly number[]): Statement =>
  sql`delete from contact_tags where company_id = ${companyId} and contact_id = ${contactId}
  and tag_id <> all(${keptTagIds}::bigint[])`;

export const addTags = (companyId: number, contactId: number, tagIds: readonly number[]): Statement =>
  sql`insert into contact_tags (company_id, contact_id, tag_id)
  select ${companyId}, ${contactId}, tag_id from unnest(${tagIds}::bigint[]) tag_id
  on conflict (company_id, contact_id, tag_id) do nothing`;

/** Adds a tag to the contacts with those numbers. */
export const tagNumbers = (companyId: number, numbers: readonly string[], tagId: number): Statement =>
  sql`insert into contact_tags (company_id, contact_id, tag_id)
  select ${companyId}, id, ${tagId} from contacts where company_id = ${companyId} and number = any(${numbers}::text[])
  on conflict (company_id, contact_id, tag_id) do nothing`;

/** Contacts `t` that have at least one of the tags. */
export const withSomeTag = (companyId: number, tagIds: readonly number[]): Condition =>
  sql`t.id in (select contact_id from contact_tags
  where company_id = ${companyId} and tag_id = any(${tagIds}::bigint[]))`;

/** A contact of the list. If nothing is found, one row without a contact carries the total. */
type FoundContact = Stored<Contact> & {
  readonly tags: ContactTag[] | null;
  readonly username: string | null;
  readonly total: number;
};

export const foundContacts = (
  companyId: number,
  table: RecordTable<Contact>,
  found: RawBuilder<FoundContacts>,
): Statement<FoundContact> => sql`
  select ${table.columns()}, ${tagsColumn}, ${usernameColumn}, f.total from ${found} f
  left join contacts t on t.company_id = ${companyId} and t.id = any(f.ids) order by t.name, t.id`;

/** Contacts `t` that a search finds. */
export const isFound = (found: RawBuilder<FoundContacts>): Condition =>
  sql`t.id = any((select f.ids from ${found} f)::bigint[])`;

/** The columns that a contact list copies from contacts, as a source of rows. @param where on the alias `t` */
export const selectedContacts = (table: RecordTable<Contact>, where: Condition): RawBuilder<unknown> =>
  sql`(select t.name, t.number, t.email, t.extra_info, t.is_group, t.opted_out ${table.from} where ${where})`;

/** The names of extra info that contacts have. */
export const infoNames = (companyId: number, most: number): Statement<{ name: string }> =>
  sql`select distinct e->>'name' as name from contacts c cross join jsonb_array_elements(c.extra_info) e
   where c.company_id = ${companyId} and c.erased_at is null order by 1 limit ${sql.lit(most)}`;

/** Returns a row if a contact has exactly this number. */
export const isNumberTaken = (companyId: number, number: string): Statement =>
  sql`select 1 from contacts where company_id = ${companyId} and number = ${number}`;

export const contactWithNumber = (companyId: number, number: string): Statement<{ id: number; name: string }> =>
  sql`select id, name from contacts where company_id = ${companyId} and number = ${number}`;
