import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { Condition } from '../../../../core/database/statements.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import { type Columns, CrudKit, CrudService } from '../../../../core/resource/crud.service.js';
import type { Query } from '../../../../core/resource/list-query.js';
import { enqueueFileRemoval } from '../../../../core/storage/remove-files.job.js';
import { ContactsService, type ListedContact } from '../../contacts/crud/contacts.service.js';
import { ContactList } from '../contact-list.entity.js';
import type { ContactListInput } from '../contact-lists.dto.js';
import { tooManyContacts } from '../contact-lists.errors.js';
import { ContactListFilled } from '../contact-lists.events.js';
import { contactLists } from '../contact-lists.resource.js';
import {
  type CopiedContacts,
  copyContacts,
  type InsertedNumbers,
  insertItems,
} from '../queries/contact-lists.queries.js';

/** Contacts that are put on a list at once. */
export const maxContacts = 100_000;

export interface ContactListRecord extends Columns<ContactList, ContactListInput> {
  readonly contactsCount: number;
}

/** What became of contacts that were put on a list. */
export interface AddedToList {
  readonly added: number;
  readonly repeated: number;
  readonly optedOut: number;
}

@Injectable()
export class ContactListsService extends CrudService<ContactList, ContactListInput, ContactListRecord> {
  constructor(
    kit: CrudKit,
    private readonly jobs: Jobs,
    private readonly contacts: ContactsService,
  ) {
    super(contactLists, kit);
  }

  /** Puts at most a few thousand on a list. @throws 404 */
  async addAll(id: number, contacts: readonly ListedContact[]): Promise<AddedToList> {
    const { added, optedOut } = await this.insert(id, contacts);
    return { added: added.size, repeated: contacts.length - added.size - optedOut, optedOut };
  }

  /** Puts the contacts on a list that `GET /contacts` brings for the query. @throws 404, 400 for more than {@link maxContacts} */
  async addContacts(id: number, query: Query): Promise<AddedToList & Pick<CopiedContacts, 'unreachable'>> {
    const { db } = this.deps;
    await this.lock(id);
    const selection = await this.contacts.selection(query);
    const copied = await db.row(copyContacts(db.companyId, id, selection, maxContacts + 1));
    const { found = 0, added = 0, optedOut = 0, unreachable = 0 } = copied ?? {};
    if (found > maxContacts) throw tooManyContacts(maxContacts);
    await this.filled(id, added);
    return { added, repeated: found - added - optedOut - unreachable, optedOut, unreachable };
  }

  /** {@link addAll} with the numbers that are new on the list, and how many are opted out. */
  async insert(
    id: number,
    contacts: readonly ListedContact[],
  ): Promise<{ readonly added: Set<string>; readonly optedOutNumbers: Set<string>; readonly optedOut: number }> {
    const { db } = this.deps;
    await this.lock(id);
    if (contacts.length === 0) return { added: new Set(), optedOutNumbers: new Set(), optedOut: 0 };
    const numbers: InsertedNumbers | undefined = await db.row(insertItems(db.companyId, id, contacts));
    const [added, optedOutNumbers] = [new Set(numbers?.added), new Set(numbers?.optedOut)];
    await this.filled(id, added.size);
    return { added, optedOutNumbers, optedOut: contacts.filter(({ number }) => optedOutNumbers.has(number)).length };
  }

  /** So that no two transactions insert into a list or remove from it at the same time. @throws 404 */
  async lock(id: number): Promise<void> {
    const { db } = this.deps;
    const row = await db.row(sql`
      select id from contact_lists where company_id = ${db.companyId} and id = ${id} for no key update`);
    if (!row) throw this.resource.notFound();
  }

  private async filled(id: number, added: number): Promise<void> {
    await this.count(id, added);
    if (added > 0) this.deps.events.emit(new ContactListFilled(this.deps.db.companyId, id));
  }

  /** Of a list that is locked: contacts were added to it, or, negative, removed. */
  async count(id: number, added: number): Promise<void> {
    if (added === 0) return;
    const { db } = this.deps;
    await db.run(sql`update contact_lists set contacts_count = contacts_count + ${added}, updated_at = now()
      where company_id = ${db.companyId} and id = ${id}`);
    await this.emitChanged('update', await this.em.findOneOrFail(ContactList, { id }, { refresh: true }));
  }

  /** Removes a number from every list. */
  async removeNumber(number: string): Promise<void> {
    const { db } = this.deps;
    const having: Condition = sql`company_id = ${db.companyId} and number = ${number}`;
    const lists = await db.rows<{ id: number }>(sql`
      select id from contact_lists where company_id = ${db.companyId}
        and id in (select contact_list_id from contact_list_items where ${having}) order by id for no key update`);
    await db.run(sql`delete from contact_list_items where ${having}`);
    await db.run(sql`delete from contact_list_refusals where ${having}`);
    for (const { id } of lists) await this.count(id, -1);
  }

  /** Imports of the list end, and their files go. */
  protected override async assertRemovable({ id }: ContactList): Promise<void> {
    const { db } = this.deps;
    const imports = await db.rows<{ key: string | null }>(sql`
      update contact_list_imports i set status = 'failed', media_key = null from (
        select id, media_key from contact_list_imports
        where company_id = ${db.companyId} and contact_list_id = ${id} and media_key is not null for update) old
      where i.company_id = ${db.companyId} and i.id = old.id returning old.media_key as key`);
    const keys = imports.flatMap(({ key }) => key ?? []);
    if (keys.length > 0) await enqueueFileRemoval(this.jobs, keys);
  }
}
