import { Injectable } from '@nestjs/common';
import { Jobs } from '../../../../core/jobs/jobs.js';
import { type Columns, CrudDependencies, CrudService } from '../../../../core/resource/crud.service.js';
import type { Query } from '../../../../core/resource/list-query.js';
import { enqueueFileRemoval } from '../../../../core/storage/remove-files.job.js';
import { ContactsService } from '../../contacts/crud/contacts.service.js';
import type { ListedContact } from '../../contacts/import-export/contact-import.entity.js';
import { ContactList } from '../contact-list.entity.js';
import type { ContactListInput } from '../contact-lists.dto.js';
import { tooManyContacts } from '../contact-lists.errors.js';
import { ContactListFilled } from '../contact-lists.events.js';
import { contactLists } from '../contact-lists.resource.js';
import {
  addToContactsCount,
  type CopiedContacts,
  copyContacts,
  endImportsOfList,
  type InsertedNumbers,
  insertItems,
  lockList,
  lockListsWithNumber,
  removeItemsWithNumber,
  removeRefusalsOfNumber,
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
    deps: CrudDependencies,
    private readonly jobs: Jobs,
    private readonly contacts: ContactsService,
  ) {
    super(contactLists, deps);
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
    if (!(await db.row(lockList(db.companyId, id)))) throw this.resource.notFound();
  }

  private async filled(id: number, added: number): Promise<void> {
    await this.count(id, added);
    if (added > 0)
      this.deps.events.emit(new ContactListFilled({ companyId: this.deps.db.companyId, contactListId: id }));
  }

  /** Of a list that is locked: contacts were added to it, or, negative, removed. */
  async count(id: number, added: number): Promise<void> {
    if (added === 0) return;
    const { db } = this.deps;
    await db.run(addToContactsCount(db.companyId, id, added));
    await this.emitChanged('update', await this.em.findOneOrFail(ContactList, { id }, { refresh: true }));
  }

  /** Removes a number from every list. */
  async removeNumber(number: string): Promise<void> {
    const { db } = this.deps;
    const lists = await db.rows(lockListsWithNumber(db.companyId, number));
    await db.run(removeItemsWithNumber(db.companyId, number));
    await db.run(removeRefusalsOfNumber(db.companyId, number));
    for (const { id } of lists) await this.count(id, -1);
  }

  /** Imports of the list end, and their files go. */
  protected override async assertRemovable({ id }: ContactList): Promise<void> {
    const { db } = this.deps;
    const imports = await db.rows(endImportsOfList(db.companyId, id));
    const keys = imports.flatMap(({ key }) => key ?? []);
    if (keys.length > 0) await enqueueFileRemoval(this.jobs, keys);
  }
}
