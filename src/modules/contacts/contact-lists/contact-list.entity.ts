import { Entity, Index, Property, Unique } from '@mikro-orm/decorators/legacy';
import { ForeignKey } from '../../../core/database/foreign-keys.js';
import { TenantEntity } from '../../../core/database/tenant.entity.js';
import { FileImport, FileRefusal } from '../contacts/import-export/contact-import.entity.js';

/** A list of recipients for campaigns. */
@Entity({ tableName: 'contact_lists' })
@Unique({ properties: ['companyId', 'name'] })
export class ContactList extends TenantEntity {
  @Property({ length: 100 })
  name!: string;

  /** The number of {@link ContactListItem} rows. Code that inserts or deletes them locks the list first. */
  @Property({ type: 'integer', default: 0 })
  contactsCount!: number;
}

/** An extra column of the file or extra info of the contact, which texts of campaigns can use as a variable. */
export interface ListVariable {
  readonly name: string;
  readonly value: string;
}

/** A recipient on a list: a copy, because a list may have recipients who are not contacts. */
@Entity({ tableName: 'contact_list_items' })
@Index({ properties: ['companyId', 'contactListId', 'id'] })
@Unique({ properties: ['companyId', 'number', 'contactListId'] })
export class ContactListItem extends TenantEntity {
  @ForeignKey(() => ContactList, { onDelete: 'cascade' })
  contactListId!: number;

  @Property({ length: 100 })
  name!: string;

  /** Digits with the country code, in the form of contact numbers. */
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

/** A line of a file that was refused, with the reason; kept for 30 days. */
@Entity({ tableName: 'contact_list_refusals' })
@Unique({ properties: ['companyId', 'importId', 'line'] })
@Index({ properties: ['createdAt'] })
export class ContactListRefusal extends FileRefusal {
  @ForeignKey(() => ContactListImport, { onDelete: 'cascade' })
  override importId!: number;
}
