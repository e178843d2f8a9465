import { Entity, Property } from '@mikro-orm/decorators/legacy';
import type { Opt } from '@mikro-orm/postgresql';
import { IdType } from '../../../../core/database/database-types.js';
import { TenantEntity } from '../../../../core/database/tenant.entity.js';
import type { Localized } from '../../../../core/i18n.js';
import type { Contact, ExtraInfo } from '../contact.entity.js';
import type { ColumnName } from '../fields/contact-fields.js';

export type ImportStatus = 'waiting' | 'running' | 'done' | 'failed';

/** A refused line of the file with the reason. */
export interface ImportFault {
  readonly line: number;
  readonly text: Localized;
}

/** A refused line with the first characters of its cells. */
export interface RefusedLine extends ImportFault {
  readonly name: string;
  readonly number: string;
}

/** A contact in a file or list; fields that the source lacks are empty. */
export interface ListedContact extends Partial<Pick<Contact, ColumnName>> {
  readonly name: string;
  /** In the form of `ContactsService.normalise`. */
  readonly number: string;
  readonly email: string;
  readonly extraInfo: readonly ExtraInfo[];
}

/** A contact of the file, validated like a form. */
export interface ImportedContact extends ListedContact {
  /** The line of the file, counted from 1, at which the record ends. */
  readonly line: number;
}

/** The import of a file of contacts; subclasses decide where the contacts are stored. */
@Entity({ abstract: true })
export abstract class FileImport extends TenantEntity {
  /** The user who started it; the id is kept when the user is removed. */
  @Property({ type: IdType })
  userId!: number;

  @Property({ length: 10 })
  status!: ImportStatus;

  /** The original file name, for display. */
  @Property({ length: 255 })
  name!: string;

  /** The storage key of the file until the import ends. */
  @Property({ length: 200, nullable: true })
  mediaKey!: string | null;

  /** The number of contacts in the file; 0 until it has been read. */
  @Property({ type: 'integer', default: 0 })
  total!: number;

  /** How many contacts are handled, in the order of the file; an interrupted import resumes here. */
  @Property({ type: 'integer', default: 0 })
  position!: number;

  @Property({ type: 'integer', default: 0 })
  created!: number;

  /** Contacts whose number already existed or occurred earlier in the file. */
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
