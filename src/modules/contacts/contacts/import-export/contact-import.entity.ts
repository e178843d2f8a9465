import { Entity, Index, Property, Unique } from '@mikro-orm/decorators/legacy';
import type { Opt } from '@mikro-orm/postgresql';
import { IdType } from '../../../../core/database/database-types.js';
import { ForeignKey } from '../../../../core/database/foreign-keys.js';
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

/** A refused line with its cells, of which `name` and `number` are the first characters. */
export interface RefusedLine extends ImportFault {
  readonly name: string;
  readonly number: string;
  readonly cells: readonly string[];
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
  /** Only of imports that may refuse it later. */
  readonly cells?: readonly string[];
  /** What was cut or left out. */
  readonly notes?: readonly Localized[];
}

/** A line of the file. */
export type FileLine = ImportedContact | RefusedLine;

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

  /** What the columns of the file hold, as its importer chose; null leaves it to their headings. */
  @Property({ type: 'json', nullable: true })
  columns!: readonly string[] | null;

  /** The headings of the file once it has been read. */
  @Property({ type: 'json', nullable: true })
  headings!: readonly string[] | null;

  /** How many contacts were imported with something cut or left out. */
  @Property({ type: 'integer', default: 0 })
  noted!: number;

  /** The first notes, on what was cut or left out. */
  @Property({ type: 'json', defaultRaw: `'[]'` })
  notes: ImportFault[] & Opt = [];

  /** Why the whole file was refused. */
  @Property({ type: 'json', nullable: true })
  problem!: Localized | null;

  @Property({ type: 'datetime', length: 3, nullable: true })
  finishedAt!: Date | null;
}

/** A refused line of a file; kept for 30 days. Subclasses reference the import. */
@Entity({ abstract: true })
export abstract class FileRefusal extends TenantEntity {
  importId!: number;

  @Property({ type: 'integer' })
  line!: number;

  @Property({ length: 100 })
  name!: string;

  @Property({ length: 50 })
  number!: string;

  /** All cells of the line; null of lines from before this was kept. */
  @Property({ type: 'json', nullable: true })
  cells!: readonly string[] | null;

  @Property({ type: 'json' })
  reason!: Localized;
}

/** The import of a file into the contacts. */
@Entity({ tableName: 'contact_imports' })
export class ContactImport extends FileImport {}

/** A refused line of a file of contacts. */
@Entity({ tableName: 'contact_import_refusals' })
@Unique({ properties: ['companyId', 'importId', 'line'] })
@Index({ properties: ['createdAt'] })
export class ContactImportRefusal extends FileRefusal {
  @ForeignKey(() => ContactImport, { onDelete: 'cascade' })
  override importId!: number;
}

/** A column of a file with what it seems to hold and its first values. */
export interface FoundColumn {
  readonly heading: string;
  /** For contacts `name`, `firstName`, `lastName`, `number`, `areaCode`, `email`, another field, `info` or `skip`. */
  readonly role: string;
  readonly samples: readonly string[];
}
