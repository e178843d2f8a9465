import { Entity, Index, Property, Unique } from '@mikro-orm/decorators/legacy';
import { BaseEntity } from '../../../core/database/base.entity.js';
import { IdType } from '../../../core/database/database-types.js';
import { ForeignKey } from '../../../core/database/foreign-keys.js';
import { TenantEntity } from '../../../core/database/tenant.entity.js';
import type { Localized } from '../../../core/i18n.js';
import { Company } from '../../platform/companies/company.entity.js';

export const importStates = ['running', 'done', 'failed', 'interrupted'] as const;
export type ImportState = (typeof importStates)[number];

/** The result of importing the rows of one table. */
export interface TableCounts {
  readonly read: number;
  readonly taken: number;
  /** Rows that an earlier run imported or that existed already. */
  readonly present: number;
  readonly refused: number;
}

/** One run of `npm run import:whaticket`. */
@Entity({ tableName: 'imports' })
export class ImportRun extends BaseEntity {
  /** The address of the source, without credentials; runs with the same source share their imported rows. */
  @Property({ length: 255 })
  source!: string;

  @Property({ type: 'text' })
  state!: ImportState;

  /** The counts by table of the source. */
  @Property({ type: 'json', defaultRaw: `'{}'` })
  counts!: Readonly<Record<string, TableCounts>>;

  @Property({ type: 'datetime', length: 3, nullable: true })
  endedAt!: Date | null;

  /** Why the run failed. */
  @Property({ type: 'text', nullable: true })
  error!: string | null;
}

/** A row of the source that was not imported, or was changed, with the reason. */
@Entity({ tableName: 'import_refusals' })
@Index({ properties: ['importId', 'id'] })
export class ImportRefusal extends BaseEntity {
  @ForeignKey(() => ImportRun, { onDelete: 'cascade' })
  importId!: number;

  @Property({ length: 64 })
  tableName!: string;

  /** Empty if the reason concerns the whole table. */
  @Property({ length: 255 })
  sourceId!: string;

  @Property({ type: 'json' })
  reason!: Localized;
}

/** The row that a source row was imported as. Messages have no entry: their provider id is the source's id. */
@Entity({ tableName: 'import_ids' })
@Unique({ properties: ['importId', 'tableName', 'sourceId'] })
@Index({ properties: ['companyId', 'tableName', 'targetId'] })
export class ImportId extends TenantEntity {
  @ForeignKey(() => Company)
  declare companyId: number;

  /** The first run with this source. */
  @ForeignKey(() => ImportRun)
  importId!: number;

  @Property({ length: 64 })
  tableName!: string;

  @Property({ length: 255 })
  sourceId!: string;

  /** The row may be gone: what was removed here is not imported again. */
  @Property({ type: IdType })
  targetId!: number;
}
