import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Context } from '../../core/context.js';
import { Db } from '../../core/database/db.js';
import { ContactMerge, hasPhoneNumber, isNameless, truncateName } from './merge/contact-merge.js';
import { normalisePhone } from './phone.js';

/** A contact as a channel reports it. */
export interface ChannelContact {
  /** Of a group its id; of a person with a hidden number the provider's id. */
  readonly number: string;
  /** null when the channel does not report it. */
  readonly name: string | null;
  readonly isGroup: boolean;
  /** WhatsApp's second id of the person, when it is reported. */
  readonly lid?: string | null | undefined;
}

export interface Upserted {
  readonly id: number;
  readonly created: boolean;
  readonly changed: boolean;
  /** A second contact of the same person, which was merged into it. */
  readonly removedId?: number;
}

interface ContactRow {
  readonly id: number;
  readonly name: string;
  readonly number: string;
  readonly lid: string | null;
  readonly created?: boolean;
  readonly changed?: boolean;
  readonly removedId?: number;
}

const columns = sql`id, name, number, lid`;

/**
 * Contacts of inbound messages: one per company and number, however many messages arrive at once. The provider's name is
 * used for a new contact, and while the stored name is the number: a name that a user entered stays.
 */
@Injectable()
export class ChannelContacts {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly merge: ContactMerge,
  ) {}

  /** The contact with that number or LID, created when there is none. */
  async upsert({ number, name, isGroup, lid = null }: ChannelContact): Promise<Upserted> {
    // the provider's id of a customer with a hidden number is no phone number
    const key = isGroup || !/^\d+$/.test(number) ? number : normalisePhone(number);
    const reportedName = truncateName(name?.trim() || key);
    const existing = (lid !== null && !isGroup && (await this.findByLid(lid, key))) || (await this.find('number', key));
    const contact = existing ?? (await this.insert(key, reportedName, isGroup));
    const { id, created = false, removedId } = contact;
    const renamed = !created && isNameless(contact) && reportedName !== contact.name;
    if (renamed) await this.rename(id, reportedName);
    const lidAssigned = lid !== null && contact.lid === null && (await this.assignLid(id, lid));
    const changed = created || contact.changed === true || renamed || lidAssigned;
    return { id, created, changed, ...(removedId === undefined ? {} : { removedId }) };
  }

  /**
   * The contact with that LID. One without a phone number gets the reported number; when another contact has that number,
   * the two are merged (behaviour.md §5).
   */
  private async findByLid(lid: string, key: string): Promise<ContactRow | undefined> {
    const owner = await this.find('lid', lid);
    if (!owner || !hasPhoneNumber({ number: key, lid })) return owner;
    // the reported number counts: a contact with another one is another person
    if (hasPhoneNumber(owner)) return undefined;
    const other = await this.find('number', key);
    if (!other) return this.assignNumber(owner, key);
    const { kept, removedId } = await this.merge.merge(owner.id, other.id);
    return { id: kept.id, name: kept.name, number: kept.number, lid: kept.lid, changed: true, removedId };
  }

  private find(column: 'number' | 'lid', value: string): Promise<ContactRow | undefined> {
    return this.db.row<ContactRow>(sql`select ${columns} from contacts where company_id = ${this.context.companyId}
       and ${sql.ref(column)} = ${value}`);
  }

  /** The second of two concurrent first messages waits for the first one's commit and finds its row. */
  private async insert(number: string, name: string, isGroup: boolean): Promise<ContactRow> {
    const row = await this.db.row<ContactRow>(
      sql`insert into contacts (company_id, uuid, name, number, is_group)
       values (${this.context.companyId}, gen_random_uuid(), ${name}, ${number}, ${isGroup})
       on conflict (company_id, number) do update set number = excluded.number
       returning ${columns}, xmax = 0 as created`,
    );
    if (!row) throw new Error(`Contact ${number} was neither created nor found`);
    return row;
  }

  /** A name that was only the number follows it. */
  private async assignNumber(owner: ContactRow, number: string): Promise<ContactRow> {
    const name = isNameless(owner) ? truncateName(number) : owner.name;
    await this.db.run(sql`update contacts set number = ${number}, name = ${name}, updated_at = now()
       where company_id = ${this.context.companyId} and id = ${owner.id}`);
    return { ...owner, number, name, changed: true };
  }

  private async rename(id: number, name: string): Promise<void> {
    await this.db.run(sql`update contacts set name = ${name}, updated_at = now() where company_id = ${this.context.companyId}
       and id = ${id}`);
  }

  /** false when another contact has it. */
  private async assignLid(id: number, lid: string): Promise<boolean> {
    const changed = await this.db.run(
      sql`update contacts set lid = ${lid}, updated_at = now() where company_id = ${this.context.companyId}
       and id = ${id}
       and not exists (select 1 from contacts other where other.company_id = contacts.company_id and other.lid = ${lid})`,
    );
    return changed > 0;
  }
}
