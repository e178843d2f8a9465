import { Entity, Index, Property, Unique } from '@mikro-orm/decorators/legacy';
import { ForeignKey } from '../../../core/database/foreign-keys.js';
import { TenantEntity } from '../../../core/database/tenant.entity.js';
import type { Localized } from '../../../core/i18n.js';
import { FileImport } from '../contacts/import-export/contact-import.entity.js';

/** Those whom a campaign is sent to. */
@Entity({ tableName: 'contact_lists' })
@Unique({ properties: ['companyId', 'name'] })
export class ContactList extends TenantEntity {
  @Property({ length: 100 })
  name!: string;

  /** Rows of {@link ContactListItem}. Whoever inserts or deletes them locks the list first. */
  @Property({ type: 'integer', default: 0 })
  contactsCount!: number;
}

/** A further column of the file, or further information about the contact; campaigns fill it into their texts. */
export interface ListVariable {
  readonly name: string;
  readonly value: string;
}

/** Somebody on a list: a copy, so that a list may hold people who are no contacts. */
@Entity({ tableName: 'contact_list_items' })
@Index({ properties: ['companyId', 'contactListId', 'id'] })
@Unique({ properties: ['companyId', 'number', 'contactListId'] })
export class ContactListItem extends TenantEntity {
  @ForeignKey(() => ContactList, { onDelete: 'cascade' })
  contactListId!: number;

  @Property({ length: 100 })
  name!: string;

  /** Digits with country code, as contacts are stored. */
  @Property({ length: 14 })
  number!: string;

  @Property({ default: '' })
  email!: string;

  @Property({ type: 'json', defaultRaw: `'[]'` })
  variables!: readonly ListVariable[];
}

/** The import of a file into a list. */
@Entity({ tableName: 'contact_list_imports' })
@Index({ properties: ['companyId', 'contactListId', 'id'] })
export class ContactListImport extends FileImport {
  @ForeignKey(() => ContactList, { onDelete: 'cascade' })
  contactListId!: number;
}

/** A line of a file that is not on the list, and why; kept for 30 days. */
@Entity({ tableName: 'contact_list_refusals' })
@Unique({ properties: ['companyId', 'importId', 'line'] })
@Index({ properties: ['createdAt'] })
export class ContactListRefusal extends TenantEntity {
  @ForeignKey(() => ContactListImport, { onDelete: 'cascade' })
  importId!: number;

  @Property({ type: 'integer' })
  line!: number;

  @Property({ length: 100 })
  name!: string;

  @Property({ length: 50 })
  number!: string;

  @Property({ type: 'json' })
  reason!: Localized;
}
