import { Entity, Property } from '@mikro-orm/decorators/legacy';
import type { Opt } from '@mikro-orm/postgresql';
import { IdType } from '../../core/database/database-types.js';
import { TenantEntity } from '../../core/database/tenant.entity.js';
import type { Localized } from '../../core/i18n.js';

export type ImportStatus = 'waiting' | 'running' | 'done' | 'failed';

/** A line of the file that is no contact, and why. */
export interface ImportFault {
  readonly line: number;
  readonly text: Localized;
}

/** A file of contacts on its way into the list. */
@Entity({ tableName: 'contact_imports' })
export class ContactImport extends TenantEntity {
  /** Who hears of its progress. Kept when the user is gone. */
  @Property({ type: IdType })
  userId!: number;

  @Property({ length: 10 })
  status!: ImportStatus;

  /** What the file was called; only for people. */
  @Property({ length: 255 })
  name!: string;

  /** Where the file lies until it is over. */
  @Property({ length: 200, nullable: true })
  mediaKey!: string | null;

  /** Contacts in the file; 0 until it was looked at. */
  @Property({ type: 'integer', default: 0 })
  total!: number;

  /** Contacts that were dealt with, in the order of the file: where an interrupted import goes on. */
  @Property({ type: 'integer', default: 0 })
  position!: number;

  @Property({ type: 'integer', default: 0 })
  created!: number;

  /** Their number was there already, in the list or earlier in the file. */
  @Property({ type: 'integer', default: 0 })
  skipped!: number;

  @Property({ type: 'integer', default: 0 })
  refused!: number;

  /** The first of the refused. */
  @Property({ type: 'json', defaultRaw: `'[]'` })
  faults: ImportFault[] & Opt = [];

  /** Why the whole file was not taken. */
  @Property({ type: 'json', nullable: true })
  problem!: Localized | null;

  @Property({ type: 'datetime', length: 3, nullable: true })
  finishedAt!: Date | null;
}
