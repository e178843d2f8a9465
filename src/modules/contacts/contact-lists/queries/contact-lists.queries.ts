import { type RawBuilder, sql } from 'kysely';
import { type Condition, listed, type Statement } from '../../../../core/database/statements.js';
import type { ListedContact } from '../../contacts/import-export/contact-import.entity.js';
import { withNumberOf } from '../../contacts/privacy/personal-data.queries.js';
import { describePersonalData } from '../../contacts/privacy/personal-data.service.js';
import { ContactListItem, type ListVariable } from '../contact-list.entity.js';

/** A possible recipient of a campaign. */
export interface Recipient {
  /** The order of the recipients within one source. */
  readonly id: number;
  readonly number: string;
  readonly name: string;
  readonly email: string;
  readonly variables: readonly ListVariable[];
  /** The recipient is opted out of campaigns: counted, but no message is sent. */
  readonly optedOut: boolean;
}

/**
 * The recipients on a list, as a source of rows.
 * @example sql`insert into … select r.number from ${recipientsOfList(companyId, id)} r where not r."optedOut" and r.id > ${after} order by r.id limit 1000`
 */
export const recipientsOfList = (companyId: number, contactListId: number): RawBuilder<Recipient> => sql`(
  select i.id, i.number, i.name, i.email, i.variables, coalesce((select c.opted_out from contacts c
      where c.company_id = i.company_id and c.number = i.number), false) as "optedOut"
  from contact_list_items i
  where i.company_id = ${companyId} and i.contact_list_id = ${contactListId})`;

/** Whether contact `c` can get messages: groups cannot, nor numbers that a channel hides. */
export const isReachable: Condition = sql`not c.is_group and c.number ~ '^[0-9]{8,14}$'`;

/** The result of inserting numbers into a list. */
export interface InsertedNumbers {
  readonly added: readonly string[] | null;
  readonly optedOut: readonly string[] | null;
}

/** Inserts numbers that are neither on the list nor opted out; of equal numbers only the first. */
export const insertItems = (
  companyId: number,
  listId: number,
  contacts: readonly ListedContact[],
): Statement<InsertedNumbers> => sql`
  with given as (select * from ${listed('g', {
    name: ['text', contacts.map(({ name }) => name)],
    number: ['text', contacts.map(({ number }) => number)],
    email: ['text', contacts.map(({ email }) => email)],
    variables: [
      'jsonb',
      contacts.map(({ extraInfo }) => JSON.stringify(extraInfo.map(({ name, value }) => ({ name, value })))),
    ],
  })}), refused as (
    select c.number from contacts c
    where c.company_id = ${companyId} and c.number in (select number from given) and c.opted_out
  ), added as (
    insert into contact_list_items (company_id, contact_list_id, name, number, email, variables)
    select ${companyId}, ${listId}, g.name, g.number, g.email, g.variables from given g
    where g.number not in (select number from refused) order by g.position
    on conflict (company_id, number, contact_list_id) do nothing returning number
  ) select (select array_agg(number) from added) as added, (select array_agg(number) from refused) as "optedOut"`;

/** The result of adding contacts that a filter selected. */
export interface CopiedContacts {
  readonly found: number;
  readonly added: number;
  readonly optedOut: number;
  /** The number of groups and hidden numbers. */
  readonly unreachable: number;
}

/** Adds contacts to a list, up to a maximum. @param contacts rows of {@link ContactsService.selection} */
export const copyContacts = (
  companyId: number,
  listId: number,
  contacts: RawBuilder<unknown>,
  most: number,
): Statement<CopiedContacts> => sql`
  with found as materialized (
    select c.name, c.number, c.email, c.extra_info, c.opted_out, ${isReachable} as reachable
    from ${contacts} c limit ${sql.lit(most)}
  ), added as (
    insert into contact_list_items (company_id, contact_list_id, name, number, email, variables)
    select ${companyId}, ${listId}, f.name, f.number, f.email,
      (select coalesce(jsonb_agg(e - 'id'), '[]') from jsonb_array_elements(f.extra_info) e) from found f
    where f.reachable and not f.opted_out
    on conflict (company_id, number, contact_list_id) do nothing returning 1
  ) select count(*)::int as found, (select count(*)::int from added) as added,
    count(*) filter (where f.reachable and f.opted_out)::int as "optedOut",
    count(*) filter (where not f.reachable)::int as unreachable from found f`;

describePersonalData(ContactListItem, {
  name: 'contactLists',
  order: 40,
  select: sql`select x.id, jsonb_build_object('list', l.name, 'name', x.name, 'number', x.number, 'email', x.email,
      'variables', x.variables, 'addedAt', x.created_at) as row
    from contact_list_items x join contact_lists l on l.company_id = x.company_id and l.id = x.contact_list_id`,
  where: withNumberOf,
});

/** Returns a row if the contact with that number is opted out of campaigns. */
export const optedOutContact = (companyId: number, number: string): Statement => sql`
  select 1 from contacts where company_id = ${companyId} and number = ${number} and opted_out`;

/** Locks a list until the transaction ends. */
export const lockList = (companyId: number, id: number): Statement => sql`
  select id from contact_lists where company_id = ${companyId} and id = ${id} for no key update`;

export const addToContactsCount = (companyId: number, id: number, added: number): Statement =>
  sql`update contact_lists set contacts_count = contacts_count + ${added}, updated_at = now()
  where company_id = ${companyId} and id = ${id}`;

const withNumber = (companyId: number, number: string): Condition =>
  sql`company_id = ${companyId} and number = ${number}`;

/** Locks every list with this number, like {@link lockList}. */
export const lockListsWithNumber = (companyId: number, number: string): Statement<{ id: number }> => sql`
  select id from contact_lists where company_id = ${companyId}
    and id in (select contact_list_id from contact_list_items where ${withNumber(companyId, number)}) order by id for no key update`;

export const removeItemsWithNumber = (companyId: number, number: string): Statement =>
  sql`delete from contact_list_items where ${withNumber(companyId, number)}`;

/** Removes items with a number from lists that also have the other one. @returns the lists */
export const removeRepeatedItems = (companyId: number, from: string, to: string): Statement<{ id: number }> => sql`
  delete from contact_list_items x using contact_list_items other where x.company_id = ${companyId} and x.number = ${from}
  and other.company_id = x.company_id and other.number = ${to} and other.contact_list_id = x.contact_list_id
  returning x.contact_list_id as id`;

export const renumberItems = (companyId: number, from: string, to: string): Statement =>
  sql`update contact_list_items set number = ${to}, updated_at = now() where ${withNumber(companyId, from)}`;

export const removeRefusalsOfNumber = (companyId: number, number: string): Statement =>
  sql`delete from contact_list_refusals where ${withNumber(companyId, number)}`;

/** Ends the imports into the list that still have a file, and returns the storage keys of the files. */
export const endImportsOfList = (companyId: number, listId: number): Statement<{ key: string | null }> => sql`
  update contact_list_imports i set status = 'failed', media_key = null from (
    select id, media_key from contact_list_imports
    where company_id = ${companyId} and contact_list_id = ${listId} and media_key is not null for update) old
  where i.company_id = ${companyId} and i.id = old.id returning old.media_key as key`;
