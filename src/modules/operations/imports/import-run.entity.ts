import { Entity, Index, Property, Unique } from '@mikro-orm/decorators/legacy';
import { BaseEntity } from '../../../core/database/base.entity.js';
import { IdType } from '../../../core/database/database-types.js';
import { ForeignKey } from '../../../core/database/foreign-keys.js';
import { TenantEntity } from '../../../core/database/tenant.entity.js';
import type { Localized } from '../../../core/i18n.js';
import { Company } from '../../platform/companies/company.entity.js';

export const importStates = ['running', 'done', 'failed', 'interrupted'] as const;
export type ImportState = (typeof importStates)[number];

/** What became of the rows of one table. */
export interface TableCounts {
  readonly read: number;
  readonly taken: number;
  /** Taken by an earlier run, or the same thing was here already. */
  readonly present: number;
  readonly refused: number;
}

/** One run of `npm run import:whaticket`. */
@Entity({ tableName: 'imports' })
export class ImportRun extends BaseEntity {
  /** Where the rows come from, without credentials; runs of the same source know each other's rows. */
  @Property({ length: 255 })
  source!: string;

  @Property({ type: 'text' })
  state!: ImportState;

  /** By table of the source. */
  @Property({ type: 'json', defaultRaw: `'{}'` })
  counts!: Readonly<Record<string, TableCounts>>;

  @Property({ type: 'datetime', length: 3, nullable: true })
  endedAt!: Date | null;

  /** Why it failed. */
  @Property({ type: 'text', nullable: true })
  error!: string | null;
}

/** A row of the source that was not taken, or not as it was, and why. */
@Entity({ tableName: 'import_refusals' })
@Index({ properties: ['importId', 'id'] })
export class ImportRefusal extends BaseEntity {
  @ForeignKey(() => ImportRun, { onDelete: 'cascade' })
  importId!: number;

  @Property({ length: 64 })
  tableName!: string;

  /** Empty for what concerns the whole table. */
  @Property({ length: 255 })
  sourceId!: string;

  @Property({ type: 'json' })
  reason!: Localized;
}

/** Which row here a row of a source became. Messages have none: they keep the source's id as that of the provider. */
@Entity({ tableName: 'import_ids' })
@Unique({ properties: ['importId', 'tableName', 'sourceId'] })
@Index({ properties: ['companyId', 'tableName', 'targetId'] })
export class ImportId extends TenantEntity {
  @ForeignKey(() => Company)
  declare companyId: number;

  /** The first run of the source. */
  @ForeignKey(() => ImportRun)
  importId!: number;

  @Property({ length: 64 })
  tableName!: string;

  @Property({ length: 255 })
  sourceId!: string;

  /** May be gone: what was removed here is not taken again. */
  @Property({ type: IdType })
  targetId!: number;
}
