import { Injectable } from '@nestjs/common';
import { Context } from '../../../../core/context.js';
import { Db } from '../../../../core/database/db.js';
import { Events } from '../../../../core/events/events.js';
import { normalisePhone, otherSpellings } from '../../../../core/phone.js';
import {
  type IdentifierKind,
  identifierKinds,
  type NewIdentity,
  type PersonIds,
} from '../contact-identifier.entity.js';
import { ContactRenumbering } from '../contacts.events.js';
import { visibleName } from '../contacts.policy.js';
import { ContactMerge } from '../merge/contact-merge.js';
import {
  addFormerNumber,
  assignIdentifiers,
  type ContactRow,
  contactsWith,
  type FoundRow,
  type Identifier,
  insertChannelContacts,
  lockIdentifiers,
  renameContact,
  renumberContact,
  unlinkedPairs,
} from './channel-contacts.queries.js';
import { hasPhoneNumber, isNameless, truncateName } from './contact-names.js';

/** A contact as a channel reports it. */
export interface ChannelContact extends PersonIds {
  /** The group's id for a group; the provider's id for a person with a hidden number. */
  readonly number: string;
  /** null if the channel does not report it. */
  readonly name: string | null;
  readonly isGroup: boolean;
}

export interface Upserted {
  readonly id: number;
  readonly created: boolean;
  readonly changed: boolean;
  /** Further contacts of the same person that were merged into this one. */
  readonly removedIds: readonly number[];
}

/** A contact that was found or created, with what happened to it. */
interface Person extends ContactRow {
  readonly created: boolean;
  readonly changed: boolean;
  readonly removedIds: readonly number[];
}

/** The stored form of the number; the provider's id of a group or of a hidden contact is not normalised. */
export const contactNumber = ({ number, isGroup }: Pick<ChannelContact, 'number' | 'isGroup'>): string =>
  isGroup || !/^\d+$/.test(number) ? number : normalisePhone(number);

const reportedName = (contact: ChannelContact): string =>
  truncateName(visibleName(contact.name, contactNumber(contact)));

const storedValues: Partial<Record<keyof PersonIds, (value: string) => string>> = {
  username: (value) => value.replace(/^@/, '').toLowerCase(),
};

/** The reported ids, except of groups. */
export const identifiersIn = (reported: PersonIds & { readonly isGroup?: boolean }): Identifier[] =>
  reported.isGroup
    ? []
    : (Object.entries(identifierKinds) as [keyof PersonIds, IdentifierKind][]).flatMap(([name, kind]) => {
        const value = reported[name];
        const stored = value && (storedValues[name]?.(value) ?? value);
        return stored ? [{ kind, value: stored }] : [];
      });

/** A username or a number says who a person is only until it moves. */
const identifies = ({ kind }: { readonly kind: string }): boolean => kind !== 'username' && kind !== 'former_number';

/** Everything by which a reported contact is found; equal keys may be of one person. */
export const keysOf = (reported: ChannelContact): string[] => [
  contactNumber(reported),
  ...identifiersIn(reported)
    .filter(identifies)
    .map(({ value }) => value),
];

const same = (one: Identifier, other: { readonly kind: string; readonly value: string }): boolean =>
  one.kind === other.kind && one.value === other.value;

/**
 * Contacts of inbound messages: one per person, whichever of number and ids a channel reports, even if many messages
 * arrive at once (ADR 41). The provider's name is used only for a new contact or while the stored name is the number,
 * so a name that a user entered stays.
 */
@Injectable()
export class ChannelContacts {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly events: Events,
    private readonly merge: ContactMerge,
  ) {}

  /** The contacts with those numbers and ids, in the same order; missing ones are created. */
  async upsertAll(reported: readonly ChannelContact[]): Promise<Upserted[]> {
    const { people, rows } = await this.findPeople(reported);
    const missing = reported.filter((_, index) => !people[index]);
    const inserted = missing.length > 0 ? await this.insertOrFind(missing) : [];
    const byNumber = new Map(inserted.map((row) => [row.number, row]));
    const all = reported.map((each, index) => {
      const person = people[index] ?? byNumber.get(contactNumber(each));
      if (!person) throw new Error(`Contact ${contactNumber(each)} was neither created nor found`);
      return person;
    });
    return this.complete(reported, all, rows);
  }

  /** {@link upsertAll} for contacts that exist: strangers are left out. */
  async updateKnown(reported: readonly ChannelContact[]): Promise<Upserted[]> {
    if (reported.length === 0) return [];
    const { people, rows } = await this.findPeople(reported);
    const known = reported.filter((_, index) => people[index]);
    return this.complete(
      known,
      people.filter((person) => person !== undefined),
      rows,
    );
  }

  /** Numbers and ids that a channel reports as one person's: if one of them is a contact's, the others become its. */
  async linkAll(reported: readonly ChannelContact[]): Promise<Upserted[]> {
    return this.updateKnown(await this.unlinked(reported));
  }

  /** The contacts that exist, in the same order; those of one person are merged. */
  private async findPeople(
    reported: readonly ChannelContact[],
  ): Promise<{ people: (Person | undefined)[]; rows: readonly FoundRow[] }> {
    const people: (Person | undefined)[] = [];
    let rows = await this.findAll(reported);
    for (const each of reported) {
      const person = await this.unite(each, rows);
      people.push(person);
      // others may have found a contact that was merged or got its number
      if (person?.changed) rows = await this.find(reported);
    }
    return { people, rows };
  }

  /** Stores reported names and ids with the contacts. */
  private async complete(
    reported: readonly ChannelContact[],
    people: readonly Person[],
    rows: readonly FoundRow[],
  ): Promise<Upserted[]> {
    const keptOf = new Map(people.flatMap(({ id, removedIds }) => removedIds.map((removed) => [removed, id])));
    const kept = (id: number): number => {
      const next = keptOf.get(id);
      return next === undefined ? id : kept(next);
    };
    const upserted: Upserted[] = [];
    for (const [index, each] of reported.entries()) {
      const person = people[index];
      if (person) upserted.push(await this.refresh({ ...person, id: kept(person.id) }, each));
    }
    const linked = await this.link(reported, upserted, rows);
    return upserted.map((each) => (linked.has(each.id) ? { ...each, changed: true } : each));
  }

  /**
   * Gives the contact a new number and new ids, and merges it with a contact that has them already.
   * @returns undefined when no contact has the former number or ids
   */
  async change(former: ChannelContact, { number, ...ids }: NewIdentity): Promise<Upserted | undefined> {
    await this.lock([former, { ...ids, number: number ?? former.number, name: null, isGroup: false }]);
    const [known] = this.candidates(former, await this.find([former]));
    if (!known) return this.changedBefore(former);
    const moved = number !== null && /^\d+$/.test(number) ? normalisePhone(number) : null;
    if (moved !== null && known.number !== moved) {
      const [other] = await this.db.rows(contactsWith(this.context.companyId, [moved], []));
      if (!other) await this.assignNumber(known, moved);
      else {
        // the merge keeps one of two numbers, which must be the new one
        const { kept, removedId } = await this.merge.merge(known.id, other.id, moved);
        const [linked] = await this.upsertAll([{ ...ids, number: kept.number, name: null, isGroup: false }]);
        return linked && { ...linked, changed: true, removedIds: [...linked.removedIds, removedId] };
      }
    }
    const [linked] = await this.upsertAll([{ ...ids, number: moved ?? known.number, name: null, isGroup: false }]);
    return linked && { ...linked, changed: true };
  }

  /** A notice of another kind has reported the new number first: nothing is left to change. */
  private async changedBefore(former: ChannelContact): Promise<Upserted | undefined> {
    const rows = await this.db.rows(contactsWith(this.context.companyId, [], [contactNumber(former)]));
    const moved = rows.find(({ kind }) => kind === 'former_number');
    return moved && { id: moved.id, created: false, changed: false, removedIds: [] };
  }

  /** Of numbers and ids that are reported together: those of which we know one, but not that they are one person's. */
  private async unlinked(reported: readonly ChannelContact[]): Promise<ChannelContact[]> {
    const pairs = reported.flatMap((each) => {
      const number = contactNumber(each);
      return hasPhoneNumber({ number })
        ? identifiersIn(each)
            .filter(identifies)
            .map((identifier) => ({ ...identifier, number, each }))
        : [];
    });
    if (pairs.length === 0) return [];
    const rows = await this.db.rows(unlinkedPairs(this.context.companyId, pairs));
    return [
      ...new Map(
        rows.flatMap(({ position }) => {
          const pair = pairs[position - 1];
          return pair ? [[pair.number, pair.each] as const] : [];
        }),
      ).values(),
    ];
  }

  /** Where ids are new, a second look follows after other transactions with the same ids. */
  private async findAll(reported: readonly ChannelContact[]): Promise<FoundRow[]> {
    const found = await this.find(reported);
    const unknown = reported.filter((each) =>
      identifiersIn(each).some((id) => identifies(id) && !found.some((row) => same(id, row))),
    );
    if (unknown.length === 0) return found;
    await this.lock(unknown);
    return this.find(reported);
  }

  private async lock(reported: readonly ChannelContact[]): Promise<void> {
    const values = [...new Set(reported.flatMap(keysOf))];
    await this.db.run(lockIdentifiers(this.context.companyId, values));
  }

  private find(reported: readonly ChannelContact[]): Promise<FoundRow[]> {
    const numbers = reported.map(contactNumber);
    const ids = reported.flatMap(identifiersIn).map(({ value }) => value);
    // a provider's id in place of the number may be that of a contact whose number became known
    const hidden = reported
      .filter(({ isGroup }) => !isGroup)
      .map(contactNumber)
      .filter((each) => /\D/.test(each));
    return this.db.rows(
      contactsWith(
        this.context.companyId,
        [...new Set(numbers.flatMap((number) => [number, ...otherSpellings(number)]))],
        [...new Set([...ids, ...hidden])],
      ),
    );
  }

  /** The contacts that may be the person, the best first: by number, then by the ids in their order of declaration. */
  private candidates(reported: ChannelContact, rows: readonly FoundRow[]): ContactRow[] {
    const number = contactNumber(reported);
    const spellings = [number, ...otherSpellings(number)];
    const byNumber = spellings.flatMap((value) => rows.filter((row) => row.kind === 'number' && row.value === value));
    if (reported.isGroup) return byNumber;
    const byAddress = rows.filter((row) => row.kind !== 'number' && identifies(row) && row.value === number);
    const byIds = identifiersIn(reported)
      .filter(identifies)
      .flatMap((id) => rows.filter((row) => same(id, row)));
    const all = [...new Map([...byNumber, ...byAddress, ...byIds].map((row) => [row.id, row])).values()];
    // the reported number decides: a contact with a different phone number is another person
    return hasPhoneNumber({ number })
      ? all.filter((row) => !hasPhoneNumber(row) || normalisePhone(row.number) === number)
      : all;
  }

  /** The person's contact; several that turn out to be one person's are merged (behaviour.md §4). */
  private async unite(reported: ChannelContact, rows: readonly FoundRow[]): Promise<Person | undefined> {
    const [first, ...others] = this.candidates(reported, rows);
    if (!first) return undefined;
    const number = contactNumber(reported);
    let person: Person = { ...first, created: false, changed: false, removedIds: [] };
    for (const other of others) {
      // two people may have had the same id in turn
      if (
        hasPhoneNumber(person) &&
        hasPhoneNumber(other) &&
        normalisePhone(person.number) !== normalisePhone(other.number)
      )
        continue;
      const { kept, removedId } = await this.merge.merge(person.id, other.id);
      const removedIds = [...person.removedIds, removedId];
      person = { id: kept.id, name: kept.name, number: kept.number, created: false, changed: true, removedIds };
    }
    if (!hasPhoneNumber({ number }) || reported.isGroup || person.number === number) return person;
    return { ...person, ...(await this.assignNumber(person, number)), changed: true };
  }

  private async refresh(person: Person, reported: ChannelContact): Promise<Upserted> {
    const { id, created, changed, removedIds } = person;
    const name = reportedName(reported);
    const renamed = !created && reported.name !== null && isNameless(person) && name !== person.name;
    if (renamed) await this.db.run(renameContact(this.context.companyId, id, name));
    return { id, created, changed: created || changed || renamed, removedIds };
  }

  /** Stores the ids that are new for their contacts. @returns the contacts that got one */
  private async link(
    reported: readonly ChannelContact[],
    upserted: readonly Upserted[],
    found: readonly FoundRow[],
  ): Promise<ReadonlySet<number>> {
    const links = new Map<string, Identifier & { contactId: number }>();
    for (const [index, each] of reported.entries()) {
      const contactId = upserted[index]?.id;
      if (contactId === undefined) continue;
      for (const id of identifiersIn(each))
        if (!found.some((row) => row.id === contactId && same(id, row)))
          links.set(`${id.kind} ${id.value}`, { ...id, contactId });
    }
    if (links.size > 0) await this.db.run(assignIdentifiers(this.context.companyId, [...links.values()]));
    return new Set(Array.from(links.values(), ({ contactId }) => contactId));
  }

  /**
   * The second of two concurrent first messages waits for the first one's commit and finds its row. It must not lock
   * that row: a transaction with the conversation's lock inserts rows that reference the contact, which would deadlock.
   */
  private async insertOrFind(reported: readonly ChannelContact[]): Promise<Person[]> {
    const contacts = [
      ...new Map(
        reported.map((each) => {
          const number = contactNumber(each);
          return [number, { name: reportedName(each), number, isGroup: each.isGroup }];
        }),
      ).values(),
    ];
    const inserted = await this.db.rows(insertChannelContacts(this.context.companyId, contacts));
    const isNew = new Set(inserted.map(({ number }) => number));
    const others = contacts.map(({ number }) => number).filter((number) => !isNew.has(number));
    const existing = others.length === 0 ? [] : await this.db.rows(contactsWith(this.context.companyId, others, []));
    return [...inserted, ...existing].map(({ id, name, number }) => {
      const created = isNew.has(number);
      return { id, name, number, created, changed: false, removedIds: [] };
    });
  }

  /** If the name was only the number, it changes with the number. Lists and campaigns follow. */
  private async assignNumber(owner: ContactRow, number: string): Promise<ContactRow> {
    const name = isNameless(owner) ? truncateName(number) : owner.name;
    await this.db.run(renumberContact(this.context.companyId, owner.id, number, name));
    // only phone numbers are copied into lists
    if (hasPhoneNumber(owner)) {
      await this.db.run(addFormerNumber(this.context.companyId, owner.id, owner.number));
      await this.events.dispatch(new ContactRenumbering({ contactId: owner.id, from: owner.number, to: number }));
    }
    return { id: owner.id, name, number };
  }
}
