import { sql } from 'kysely';
import { among, listed, type Statement } from '../../../../core/database/statements.js';
import type { IdentifierKind } from '../contact-identifier.entity.js';

export interface ContactRow {
  readonly id: number;
  readonly name: string;
  readonly number: string;
}

/** An id of a person as it is stored. */
export interface Identifier {
  readonly kind: IdentifierKind;
  readonly value: string;
}

/** A contact, and by what it was found; once for each number and identifier that it has. */
export interface FoundRow extends ContactRow {
  readonly kind: IdentifierKind | 'number';
  readonly value: string;
}

/** The contacts with any of these numbers or identifiers. @param values of identifiers of any kind */
export const contactsWith = (
  companyId: number,
  numbers: readonly string[],
  values: readonly string[],
): Statement<FoundRow> => {
  const byNumber = sql`
  select c.id, c.name, c.number, 'number' as kind, c.number as value from contacts c
  where c.company_id = ${companyId} and ${among('c.number', numbers, 'text')}`;
  if (values.length === 0) return sql`${byNumber}`;
  return sql`${byNumber} union all
  select c.id, c.name, c.number, i.kind, i.value from contact_identifiers i
  join contacts c on c.company_id = i.company_id and c.id = i.contact_id
  where i.company_id = ${companyId} and ${among('i.value', values, 'text')}`;
};

/** Waits for transactions that find or create contacts with one of these ids, and blocks others until the commit. */
export const lockIdentifiers = (companyId: number, values: readonly string[]): Statement => sql`
  select count(pg_advisory_xact_lock(hashtextextended(s.key, 0))) as locks
  from (select k.key from ${listed('k', { key: ['text', values.map((value) => `identifier:${companyId}:${value}`)] })} order by k.key) s`;

/** Inserts contacts with new numbers and returns them. */
export const insertChannelContacts = (
  companyId: number,
  contacts: readonly { readonly name: string; readonly number: string; readonly isGroup: boolean }[],
): Statement<ContactRow> => sql`
  insert into contacts (company_id, uuid, name, number, is_group)
  select ${companyId}, gen_random_uuid(), r.name, r.number, r.is_group
  from ${listed('r', {
    name: ['text', contacts.map(({ name }) => name)],
    number: ['text', contacts.map(({ number }) => number)],
    is_group: ['boolean', contacts.map(({ isGroup }) => isGroup)],
  })} order by r.number
  on conflict (company_id, number) do nothing
  returning id, name, number`;

export const renumberContact = (companyId: number, id: number, number: string, name: string): Statement =>
  sql`update contacts set number = ${number}, name = ${name}, updated_at = now()
   where company_id = ${companyId} and id = ${id}`;

export const renameContact = (companyId: number, id: number, name: string): Statement =>
  sql`update contacts set name = ${name}, updated_at = now() where company_id = ${companyId}
   and id = ${id}`;

/**
 * Gives identifiers to contacts, each of which is listed once; one that another contact had moves. A contact has one
 * username, the newest.
 */
export const assignIdentifiers = (
  companyId: number,
  links: readonly (Identifier & { readonly contactId: number })[],
): Statement => sql`
  with given as materialized (select g.* from ${listed('g', {
    contact_id: ['bigint', links.map(({ contactId }) => contactId)],
    kind: ['text', links.map(({ kind }) => kind)],
    value: ['text', links.map(({ value }) => value)],
  })}), former as (
    delete from contact_identifiers x using given g where x.company_id = ${companyId} and x.contact_id = g.contact_id
      and x.kind = 'username' and g.kind = 'username' and x.value <> g.value)
  insert into contact_identifiers (company_id, contact_id, kind, value)
  select ${companyId}, g.contact_id, g.kind, g.value from given g order by g.value, g.kind
  on conflict (company_id, value, kind) do update set contact_id = excluded.contact_id, updated_at = now()`;

/** Keeps a number that the contact no longer has: rows with it are still the person's. */
export const addFormerNumber = (companyId: number, contactId: number, number: string): Statement =>
  assignIdentifiers(companyId, [{ kind: 'former_number', value: number, contactId }]);

/**
 * Positions, from 1, of numbers and identifiers of which one is known and which are not known as the same contact's. An
 * unknown number says nothing about a contact that has another one.
 */
export const unlinkedPairs = (
  companyId: number,
  pairs: readonly (Identifier & { readonly number: string })[],
): Statement<{ position: number }> => sql`
  select g.position::int from ${listed('g', {
    number: ['text', pairs.map(({ number }) => number)],
    kind: ['text', pairs.map(({ kind }) => kind)],
    value: ['text', pairs.map(({ value }) => value)],
  })}
  left join contacts c on c.company_id = ${companyId} and c.number = g.number
  left join contact_identifiers i on i.company_id = ${companyId} and i.value = g.value and i.kind = g.kind
  left join contacts h on h.company_id = i.company_id and h.id = i.contact_id
  where case when c.id is null then h.number !~ '^[0-9]+$' else c.id is distinct from h.id end order by g.position`;

/** All identifiers of a contact. */
export const identifiersOf = (companyId: number, contactId: number): Statement<Identifier> => sql`
  select kind, value from contact_identifiers where company_id = ${companyId} and contact_id = ${contactId} order by id`;
