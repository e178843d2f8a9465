import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Context } from '../../core/context.js';
import { Db } from '../../core/database/db.js';
import { ContactMerge, hasPhoneNumber, isNameless, truncateName } from './merge/contact-merge.js';
import { normalisePhone } from './phone.js';

/** Whom a channel names as the other side of a conversation. */
export interface ChannelContact {
  /** Of a group its own id; of somebody whose number is hidden what the provider calls them. */
  readonly number: string;
  /** null when the channel does not say. */
  readonly name: string | null;
  readonly isGroup: boolean;
  /** The provider's other name for the person, when it told it along. */
  readonly lid?: string | null | undefined;
}

export interface Upserted {
  readonly id: number;
  readonly created: boolean;
  /** Screens should hear of it. */
  readonly emitsChange: boolean;
  /** A second contact that turned out to be the same person. */
  readonly removedId?: number;
}

interface Known {
  readonly id: number;
  readonly name: string;
  readonly number: string;
  readonly lid: string | null;
  readonly created?: boolean;
  readonly changed?: boolean;
  readonly goneId?: number;
}

const columns = sql`id, name, number, lid`;

/**
 * Contacts as channels bring them in: one per company and number, however many messages arrive at once. The provider's
 * name counts for a new contact and as long as the stored one is still the bare number: what somebody typed stays.
 */
@Injectable()
export class ChannelContacts {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly merge: ContactMerge,
  ) {}

  /** The contact of that number or LID, made when there is none. */
  async upsert({ number, name, isGroup, lid = null }: ChannelContact): Promise<Upserted> {
    // customers without a visible number have an id of the provider's, which is no phone number
    const key = isGroup || !/^\d+$/.test(number) ? number : normalisePhone(number);
    const called = truncateName(name?.trim() || key);
    const known = (lid !== null && !isGroup && (await this.findByLid(lid, key))) || (await this.find('number', key));
    const contact = known ?? (await this.insert(key, called, isGroup));
    const renamed = !contact.created && isNameless(contact) && called !== contact.name;
    if (renamed) await this.rename(contact.id, called);
    const learned = lid !== null && contact.lid === null && (await this.assignLid(contact.id, lid));
    const { id, created = false, changed = false, goneId } = contact;
    const told = created || changed || renamed || learned;
    return { id, created, emitsChange: told, ...(goneId === undefined ? {} : { removedId: goneId }) };
  }

  /**
   * Who has that LID. When the channel tells the number of somebody who was known by the LID only, they get it; when that
   * number was somebody else's until now, the two are one person (behaviour.md §5).
   */
  private async findByLid(lid: string, key: string): Promise<Known | undefined> {
    const owner = await this.find('lid', lid);
    if (!owner || !hasPhoneNumber({ number: key, lid })) return owner;
    // the number that is told counts: whoever has another one with this LID is somebody else
    if (hasPhoneNumber(owner)) return undefined;
    const other = await this.find('number', key);
    if (!other) return this.assignNumber(owner, key);
    const { kept, removedId: goneId } = await this.merge.merge(owner.id, other.id);
    return { id: kept.id, name: kept.name, number: kept.number, lid: kept.lid, changed: true, goneId };
  }

  private find(column: 'number' | 'lid', value: string): Promise<Known | undefined> {
    return this.db.row<Known>(sql`select ${columns} from contacts where company_id = ${this.context.companyId}
       and ${sql.ref(column)} = ${value}`);
  }

  /** Two first messages at once: the second waits for the first one's commit and then finds its row. */
  private async insert(number: string, name: string, isGroup: boolean): Promise<Known> {
    const row = await this.db.row<Known>(
      sql`insert into contacts (company_id, uuid, name, number, is_group)
       values (${this.context.companyId}, gen_random_uuid(), ${name}, ${number}, ${isGroup})
       on conflict (company_id, number) do update set number = excluded.number
       returning ${columns}, xmax = 0 as created`,
    );
    if (!row) throw new Error(`Contact ${number} was neither made nor found`);
    return row;
  }

  /** The name that stood in for a number goes with it. */
  private async assignNumber(owner: Known, number: string): Promise<Known> {
    const name = isNameless(owner) ? truncateName(number) : owner.name;
    await this.db.run(sql`update contacts set number = ${number}, name = ${name}, updated_at = now()
       where company_id = ${this.context.companyId} and id = ${owner.id}`);
    return { ...owner, number, name, changed: true };
  }

  private async rename(id: number, name: string): Promise<void> {
    await this.db.run(sql`update contacts set name = ${name}, updated_at = now() where company_id = ${this.context.companyId}
       and id = ${id}`);
  }

  /** Unless another contact has it already: those two are merged, not torn apart. */
  private async assignLid(id: number, lid: string): Promise<boolean> {
    const changed = await this.db.run(
      sql`update contacts set lid = ${lid}, updated_at = now() where company_id = ${this.context.companyId}
       and id = ${id}
       and not exists (select 1 from contacts other where other.company_id = contacts.company_id and other.lid = ${lid})`,
    );
    return changed > 0;
  }
}
