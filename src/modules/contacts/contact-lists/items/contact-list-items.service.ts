import { Injectable } from '@nestjs/common';
import { groupDigits, phoneFrom } from '../../../../core/phone.js';
import { type Columns, CrudDependencies, CrudService } from '../../../../core/resource/crud.service.js';
import { parseListQuery } from '../../../../core/resource/list-query.js';
import type { Stored } from '../../../../core/resource/record-table.js';
import { listRules } from '../../../../core/resource/resource.module.js';
import { SettingsService } from '../../../people/settings/crud/settings.service.js';
import { visibleName } from '../../contacts/contacts.policy.js';
import { ContactListItem } from '../contact-list.entity.js';
import { contactListItems } from '../contact-list-items.resource.js';
import type { ContactListItemInput } from '../contact-lists.dto.js';
import { invalidContact, optedOutText } from '../contact-lists.errors.js';
import { ContactListsService } from '../crud/contact-lists.service.js';
import { optedOutContact } from '../queries/contact-lists.queries.js';

export interface ContactListItemRecord extends Columns<ContactListItem, ContactListItemInput> {
  /** Whether the number has the form of a phone number with country code. */
  readonly isWhatsappValid: boolean;
}

@Injectable()
export class ContactListItemsService extends CrudService<ContactListItem, ContactListItemInput, ContactListItemRecord> {
  constructor(
    deps: CrudDependencies,
    private readonly lists: ContactListsService,
    private readonly settings: SettingsService,
  ) {
    super(contactListItems, deps);
  }

  protected override async write(
    item: ContactListItem,
    { contactListId, number, email, ...input }: Partial<ContactListItemInput>,
    creating: boolean,
  ): Promise<void> {
    const known = item.name;
    await super.write(item, input, creating);
    if (email !== undefined) item.email = email ?? '';
    if (number !== undefined && number !== item.number) item.number = await this.campaignNumber(number);
    item.name = visibleName(item.name, creating ? item.number : known);
    if (contactListId === undefined || contactListId === item.contactListId) return;
    const change = new Map([[contactListId, 1], ...(creating ? [] : [[item.contactListId, -1] as const])]);
    for (const [id, added] of [...change].toSorted(([a], [b]) => a - b)) {
      await this.lists.lock(id);
      await this.lists.count(id, added);
    }
    item.contactListId = contactListId;
  }

  /** The most recently added rows. */
  async newest(contactListId: number): Promise<ContactListItemRecord[]> {
    const { rows } = await this.list(
      parseListQuery({ contactListId: String(contactListId) }, listRules(this.resource)),
    );
    return [...rows];
  }

  protected override async present(rows: readonly Stored<ContactListItem>[]): Promise<ContactListItemRecord[]> {
    return this.records(rows, ({ number }) => ({ isWhatsappValid: /^[1-9]\d{7,13}$/.test(number) }));
  }

  protected override async assertRemovable({ contactListId }: ContactListItem): Promise<void> {
    await this.lists.lock(contactListId);
    await this.lists.count(contactListId, -1);
  }

  /** @throws 400 for an invalid number, or one whose contact is opted out of campaigns */
  private async campaignNumber(text: string): Promise<string> {
    const { db } = this.deps;
    const number = phoneFrom(text, await this.settings.get('country'));
    if (number.length >= groupDigits) throw invalidContact();
    if (await db.row(optedOutContact(db.companyId, number))) throw invalidContact(optedOutText);
    return number;
  }
}
