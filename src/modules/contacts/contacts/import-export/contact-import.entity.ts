import { Entity, Property } from '@mikro-orm/decorators/legacy';
import type { Opt } from '@mikro-orm/postgresql';
import { IdType } from '../../../../core/database/database-types.js';
import { TenantEntity } from '../../../../core/database/tenant.entity.js';
import type { Localized } from '../../../../core/i18n.js';
import type { Contact, ExtraInfo } from '../contact.entity.js';
import type { ColumnName } from '../fields/contact-fields.js';

export type ImportStatus = 'waiting' | 'running' | 'done' | 'failed';

/** A refused line of the file, and why. */
export interface ImportFault {
  readonly line: number;
  readonly text: Localized;
}

/** A refused line with the beginnings of its cells. */
export interface RefusedLine extends ImportFault {
  readonly name: string;
  readonly number: string;
}

/** A contact as a list brings it; fields that the list does not have are empty. */
export interface ListedContact extends Partial<Pick<Contact, ColumnName>> {
  readonly name: string;
  /** As `ContactsService.normalise` spells it. */
  readonly number: string;
  readonly email: string;
  readonly extraInfo: readonly ExtraInfo[];
}

/** A contact of the file, validated like the form. */
export interface ImportedContact extends ListedContact {
  /** Line of the file, from 1, where the record ends. */
  readonly line: number;
}

/** The import of a file of contacts, into whatever takes them. */
@Entity({ abstract: true })
export abstract class FileImport extends TenantEntity {
  /** Who started it. Kept when the user is removed. */
  @Property({ type: IdType })
  userId!: number;

  @Property({ length: 10 })
  status!: ImportStatus;

  /** Original name of the file, for display. */
  @Property({ length: 255 })
  name!: string;

  /** Storage key of the file until the import ends. */
  @Property({ length: 200, nullable: true })
  mediaKey!: string | null;

  /** Contacts in the file; 0 until it was read. */
  @Property({ type: 'integer', default: 0 })
  total!: number;

  /** Contacts handled so far, in the order of the file: where an interrupted import resumes. */
  @Property({ type: 'integer', default: 0 })
  position!: number;

  @Property({ type: 'integer', default: 0 })
  created!: number;

  /** Their number existed already, or came earlier in the file. */
  @Property({ type: 'integer', default: 0 })
  skipped!: number;

  @Property({ type: 'integer', default: 0 })
  refused!: number;

  /** The first refused lines. */
  @Property({ type: 'json', defaultRaw: `'[]'` })
  faults: ImportFault[] & Opt = [];

  /** Why the whole file was refused. */
  @Property({ type: 'json', nullable: true })
  problem!: Localized | null;

  @Property({ type: 'datetime', length: 3, nullable: true })
  finishedAt!: Date | null;
}

/** The import of a file into the contacts. */
@Entity({ tableName: 'contact_imports' })
export class ContactImport extends FileImport {}
