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
  removeRepeatedItems,
  renumberItems,
} from '../queries/contact-lists.queries.js';

/** The maximum of contacts that one request adds to a list. */
export const maxContacts = 100_000;

export interface ContactListRecord extends Columns<ContactList, ContactListInput> {
  readonly contactsCount: number;
}

/** The result of adding contacts to a list. */
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

  /** Adds up to a few thousand contacts to a list. @throws 404 */
  async addAll(id: number, contacts: readonly ListedContact[]): Promise<AddedToList> {
    const { added, optedOut } = await this.insert(id, contacts);
    return { added: added.size, repeated: contacts.length - added.size - optedOut, optedOut };
  }

  /** Adds the contacts that `GET /contacts` finds for the query. @throws 404, 400 for more than {@link maxContacts} */
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

  /** Like {@link addAll}, but returns the newly added numbers and how many contacts are opted out. */
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

  /** Serialises transactions that insert into a list or remove from it. @throws 404 */
  async lock(id: number): Promise<void> {
    const { db } = this.deps;
    if (!(await db.row(lockList(db.companyId, id)))) throw this.resource.notFound();
  }

  private async filled(id: number, added: number): Promise<void> {
    await this.count(id, added);
    if (added > 0)
      this.deps.events.emit(new ContactListFilled({ companyId: this.deps.db.companyId, contactListId: id }));
  }

  /** Adjusts the count of a locked list; `added` is negative for removed contacts. */
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

  /** A contact got another number; a list that had both has one of them. */
  async renumber(from: string, to: string): Promise<void> {
    const { db } = this.deps;
    await db.rows(lockListsWithNumber(db.companyId, from));
    const repeated = await db.rows(removeRepeatedItems(db.companyId, from, to));
    await db.run(renumberItems(db.companyId, from, to));
    for (const { id } of repeated) await this.count(id, -1);
  }

  /** Ends the imports of the list and removes their files. */
  protected override async assertRemovable({ id }: ContactList): Promise<void> {
    const { db } = this.deps;
    const imports = await db.rows(endImportsOfList(db.companyId, id));
    const keys = imports.flatMap(({ key }) => key ?? []);
    if (keys.length > 0) await enqueueFileRemoval(this.jobs, keys);
  }
}
