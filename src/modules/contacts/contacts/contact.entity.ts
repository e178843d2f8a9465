import { randomUUID } from 'node:crypto';
import { Entity, Index, Property, Unique } from '@mikro-orm/decorators/legacy';
import type { Opt } from '@mikro-orm/postgresql';
import { ForeignKey } from '../../../core/database/foreign-keys.js';
import { TenantEntity } from '../../../core/database/tenant.entity.js';
import { Tag } from '../tags/tag.entity.js';

/** A custom field. */
export interface ExtraInfo {
  readonly id: number;
  readonly name: string;
  readonly value: string;
}

/** A customer or a group chat. There is one contact per company and number (behaviour.md §5), and per identifier. */
@Entity({ tableName: 'contacts' })
@Unique({ properties: ['companyId', 'number'] })
@Unique({ properties: ['companyId', 'lid'] })
@Index({ properties: ['companyId', 'name', 'id'], where: 'erased_at is null' })
@Index({ properties: ['companyId', 'createdAt', 'id'] })
export class Contact extends TenantEntity {
  @Property({ type: 'uuid' })
  uuid: string & Opt = randomUUID();

  @Property({ length: 100 })
  name!: string;

  /** Digits with the country code in one spelling; the provider's id of a group or of a person who hides the number. */
  @Property({ length: 150 })
  number!: string;

  @Property({ default: '' })
  email!: string;

  /** A storage key or a URL of the provider; null shows initials. */
  @Property({ type: 'text', nullable: true })
  profilePicUrl!: string | null;

  @Property({ type: 'boolean', default: false })
  isGroup!: boolean;

  /** Neither read nor written any more: `contact_identifiers` has the LIDs. Version 1.0.0 uses it, so a later version drops it. */
  @Property({ length: 50, nullable: true })
  lid!: string | null;

  @Property({ type: 'json', defaultRaw: `'[]'` })
  extraInfo: ExtraInfo[] & Opt = [];

  /** The contact sent the company's opt-out word, or an attendant opted it out: it gets no campaigns. */
  @Property({ type: 'boolean', default: false })
  optedOut: boolean & Opt = false;

  /** When the personal data was erased on request; the row stays because statistics count its tickets. */
  @Property({ type: 'datetime', length: 3, nullable: true })
  erasedAt!: Date | null;
}

/** A tag on a contact, by which lists of contacts are filtered. */
@Entity({ tableName: 'contact_tags' })
@Unique({ properties: ['companyId', 'contactId', 'tagId'] })
@Index({ properties: ['companyId', 'tagId', 'contactId'] })
export class ContactTag extends TenantEntity {
  @ForeignKey(() => Contact, { onDelete: 'cascade' })
  contactId!: number;

  @ForeignKey(() => Tag, { onDelete: 'cascade' })
  tagId!: number;
}
