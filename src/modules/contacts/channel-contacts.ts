import { Injectable } from '@nestjs/common';
import { Context } from '../../core/context/context.js';
import { Db } from '../../core/database/db.js';
import { normalisePhone } from './phone.js';

/** Whom a channel names as the other side of a conversation. */
export interface ChannelContact {
  /** Of a group its own id. */
  readonly number: string;
  /** null when the channel does not say. */
  readonly name: string | null;
  readonly isGroup: boolean;
  readonly lid?: string | null | undefined;
}

interface Known {
  readonly id: number;
  readonly name: string;
  readonly lid: string | null;
}

const maxName = 100;

/**
 * Contacts as channels bring them in: one per company and number, however many messages arrive at once. The provider's
 * name counts for a new contact and as long as the stored one is still the bare number: what somebody typed stays.
 */
@Injectable()
export class ChannelContacts {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
  ) {}

  /** The contact of that number, made when there is none; `changed` when screens should hear of it. */
  async upsert({
    number,
    name,
    isGroup,
    lid = null,
  }: ChannelContact): Promise<{ id: number; created: boolean; changed: boolean }> {
    // customers without a visible number have an id of the provider's, which is no phone number
    const key = isGroup || !/^\d+$/.test(number) ? number : normalisePhone(number);
    const called = name?.trim().slice(0, maxName) || key;
    const known = await this.find(key);
    const contact = known ? { ...known, created: false } : await this.insert(key, called, isGroup);
    const renamed = !contact.created && contact.name === key && called !== key;
    if (renamed) await this.rename(contact.id, called);
    const learned = lid !== null && contact.lid === null && (await this.learnLid(contact.id, lid));
    return { id: contact.id, created: contact.created, changed: contact.created || renamed || learned };
  }

  private find(number: string): Promise<Known | undefined> {
    return this.db.row<Known>('select id, name, lid from contacts where company_id = ? and number = ?', [
      this.context.companyId,
      number,
    ]);
  }

  /** Two first messages at once: the second waits for the first one's commit and then finds its row. */
  private async insert(number: string, name: string, isGroup: boolean): Promise<Known & { created: boolean }> {
    const row = await this.db.row<Known & { created: boolean }>(
      `insert into contacts (company_id, uuid, name, number, is_group) values (?, gen_random_uuid(), ?, ?, ?)
       on conflict (company_id, number) do update set number = excluded.number
       returning id, name, lid, xmax = 0 as created`,
      [this.context.companyId, name, number, isGroup],
    );
    if (!row) throw new Error(`Contact ${number} was neither made nor found`);
    return row;
  }

  private async rename(id: number, name: string): Promise<void> {
    await this.db.run('update contacts set name = ?, updated_at = now() where company_id = ? and id = ?', [
      name,
      this.context.companyId,
      id,
    ]);
  }

  /** Unless another contact has it already: those two are merged, not torn apart. */
  private async learnLid(id: number, lid: string): Promise<boolean> {
    const changed = await this.db.run(
      `update contacts set lid = ?, updated_at = now() where company_id = ? and id = ?
       and not exists (select 1 from contacts other where other.company_id = contacts.company_id and other.lid = ?)`,
      [lid, this.context.companyId, id, lid],
    );
    return changed > 0;
  }
}
