import { Injectable } from '@nestjs/common';
import { Context } from '../../../../core/context.js';
import { Db } from '../../../../core/database/db.js';
import { normalisePhone } from '../../../../core/phone.js';
import { visibleName } from '../contacts.policy.js';
import { ContactMerge } from '../merge/contact-merge.js';
import {
  assignContactLid,
  type ContactRow,
  contactsWithNumbers,
  contactWithLid,
  insertChannelContacts,
  renameContact,
  renumberContact,
} from './channel-contacts.queries.js';
import { hasPhoneNumber, isNameless, truncateName } from './contact-names.js';

/** A contact as a channel reports it. */
export interface ChannelContact {
  /** The group's id for a group; the provider's id for a person with a hidden number. */
  readonly number: string;
  /** null if the channel does not report it. */
  readonly name: string | null;
  readonly isGroup: boolean;
  /** WhatsApp's second id of the person, if the channel reports it. */
  readonly lid?: string | null | undefined;
}

export interface Upserted {
  readonly id: number;
  readonly created: boolean;
  readonly changed: boolean;
  /** A second contact of the same person that was merged into this one. */
  readonly removedId?: number;
}

interface FoundContact extends ContactRow {
  readonly created?: boolean;
  readonly changed?: boolean;
  readonly removedId?: number;
}

/** The stored form of the number; the provider's id of a group or of a hidden contact is not normalised. */
export const contactNumber = ({ number, isGroup }: Pick<ChannelContact, 'number' | 'isGroup'>): string =>
  isGroup || !/^\d+$/.test(number) ? number : normalisePhone(number);

const reportedName = (contact: Omit<ChannelContact, 'lid'>): string =>
  truncateName(visibleName(contact.name, contactNumber(contact)));

/**
 * Contacts of inbound messages: one per company and number, even if many messages arrive at once. The provider's
 * name is used only for a new contact or while the stored name is the number, so a name that a user entered stays.
 */
@Injectable()
export class ChannelContacts {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly merge: ContactMerge,
  ) {}

  /** The contact with that number or LID; created if it does not exist. */
  async upsert({ lid = null, ...reported }: ChannelContact): Promise<Upserted> {
    const key = contactNumber(reported);
    const owner = lid !== null && !reported.isGroup ? await this.findByLid(lid, key) : undefined;
    const [upserted] = owner ? [await this.refresh(owner, reported)] : await this.upsertAll([reported]);
    if (!upserted) throw new Error(`Contact ${key} was neither created nor found`);
    const { id, changed } = upserted;
    return { ...upserted, changed: (lid !== null && (await this.assignLid(id, lid))) || changed };
  }

  /** The contacts with those different numbers, in the same order; missing ones are created. */
  async upsertAll(reported: readonly Omit<ChannelContact, 'lid'>[]): Promise<Upserted[]> {
    const numbers = reported.map(contactNumber);
    const found = new Map<string, FoundContact>((await this.find(numbers)).map((row) => [row.number, row]));
    const missing = reported.filter((_, index) => !found.has(numbers[index] ?? ''));
    if (missing.length > 0) for (const row of await this.insertOrFind(missing)) found.set(row.number, row);
    const upserted: Upserted[] = [];
    for (const [index, each] of reported.entries()) {
      const row = found.get(numbers[index] ?? '');
      if (!row) throw new Error(`Contact ${numbers[index]} was neither created nor found`);
      upserted.push(await this.refresh(row, each));
    }
    return upserted;
  }

  private async refresh(row: FoundContact, reported: Omit<ChannelContact, 'lid'>): Promise<Upserted> {
    const { id, created = false, removedId } = row;
    const name = reportedName(reported);
    const renamed = !created && isNameless(row) && name !== row.name;
    if (renamed) await this.rename(id, name);
    const changed = created || row.changed === true || renamed;
    return { id, created, changed, ...(removedId === undefined ? {} : { removedId }) };
  }

  /**
   * The contact with that LID. If it has no phone number, it gets the reported one; a contact that already has this
   * number is merged with it (behaviour.md §5).
   */
  private async findByLid(lid: string, key: string): Promise<FoundContact | undefined> {
    const owner = await this.db.row(contactWithLid(this.context.companyId, lid));
    if (!owner || !hasPhoneNumber({ number: key, lid })) return owner;
    // the reported number decides: a contact with a different phone number is another person
    if (hasPhoneNumber(owner)) return undefined;
    const [other] = await this.find([key]);
    if (!other) return this.assignNumber(owner, key);
    const { kept, removedId } = await this.merge.merge(owner.id, other.id);
    return { id: kept.id, name: kept.name, number: kept.number, lid: kept.lid, changed: true, removedId };
  }

  private find(numbers: readonly string[]): Promise<ContactRow[]> {
    return this.db.rows(contactsWithNumbers(this.context.companyId, numbers));
  }

  /**
   * The second of two concurrent first messages waits for the first one's commit and finds its row. It must not lock
   * that row: a transaction with the conversation's lock inserts rows that reference the contact, which would deadlock.
   */
  private async insertOrFind(reported: readonly Omit<ChannelContact, 'lid'>[]): Promise<FoundContact[]> {
    const contacts = reported.map((each) => ({
      name: reportedName(each),
      number: contactNumber(each),
      isGroup: each.isGroup,
    }));
    const inserted = await this.db.rows(insertChannelContacts(this.context.companyId, contacts));
    const isNew = new Set(inserted.map(({ number }) => number));
    const others = contacts.map(({ number }) => number).filter((number) => !isNew.has(number));
    return others.length === 0 ? inserted : [...inserted, ...(await this.find(others))];
  }

  /** If the name was only the number, it changes with the number. */
  private async assignNumber(owner: ContactRow, number: string): Promise<FoundContact> {
    const name = isNameless(owner) ? truncateName(number) : owner.name;
    await this.db.run(renumberContact(this.context.companyId, owner.id, number, name));
    return { ...owner, number, name, changed: true };
  }

  private async rename(id: number, name: string): Promise<void> {
    await this.db.run(renameContact(this.context.companyId, id, name));
  }

  /** false if the contact has a LID already, or another contact has this one. */
  private async assignLid(id: number, lid: string): Promise<boolean> {
    const changed = await this.db.run(assignContactLid(this.context.companyId, id, lid));
    return changed > 0;
  }
}
