import { Entity, Property } from '@mikro-orm/decorators/legacy';
import type { Opt } from '@mikro-orm/postgresql';
import { IdType } from '../../../core/database/database-types.js';
import { TenantEntity } from '../../../core/database/tenant.entity.js';
import type { Localized } from '../../../core/i18n.js';

export type ImportStatus = 'waiting' | 'running' | 'done' | 'failed';

/** A refused line of the file, and why. */
export interface ImportFault {
  readonly line: number;
  readonly text: Localized;
}

/** The import of a file of contacts. */
@Entity({ tableName: 'contact_imports' })
export class ContactImport extends TenantEntity {
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

  /** Their number existed already, in the list or earlier in the file. */
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
