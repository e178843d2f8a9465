import { Entity, Index, Property, Unique } from '@mikro-orm/decorators/legacy';
import { ForeignKey } from '../../../core/database/foreign-keys.js';
import { TenantEntity } from '../../../core/database/tenant.entity.js';
import { Contact } from './contact.entity.js';

/** By the names under which channels report them: see {@link PersonIds}. */
export const identifierKinds = { lid: 'lid', userId: 'user_id', parentUserId: 'parent_user_id', username: 'username' };

/** `former_number`: the person had it, and somebody else may have it now, so it finds nobody. */
export type IdentifierKind = 'lid' | 'user_id' | 'parent_user_id' | 'username' | 'former_number';

/** Ids of a person that a channel reports beside the number or instead of it. */
export interface PersonIds {
  /** WhatsApp's second id of the person, which the QR code channel reports. */
  readonly lid?: string | null | undefined;
  /** The Cloud API's business-scoped user id: another one for each business portfolio and each phone number. */
  readonly userId?: string | null | undefined;
  /** The user id that several portfolios of one company share. */
  readonly parentUserId?: string | null | undefined;
  /** Without the `@`. It may move to another person. */
  readonly username?: string | null | undefined;
}

/** What a channel reports of a person whose number or id has changed. */
export interface NewIdentity extends PersonIds {
  /** null: it has not changed, or is hidden now. */
  readonly number: string | null;
}

/** An id by which channels report a contact beside its number (ADR 41). */
@Entity({ tableName: 'contact_identifiers' })
@Unique({ properties: ['companyId', 'value', 'kind'] })
@Index({ properties: ['companyId', 'contactId', 'kind'] })
export class ContactIdentifier extends TenantEntity {
  @ForeignKey(() => Contact, { onDelete: 'cascade' })
  contactId!: number;

  @Property({ length: 20 })
  kind!: IdentifierKind;

  @Property({ length: 150 })
  value!: string;
}
