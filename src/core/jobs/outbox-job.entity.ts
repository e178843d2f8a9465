import { Entity, Index, Property, Unique } from '@mikro-orm/decorators/legacy';
import { BaseEntity, platformPolicy } from '../database/base.entity.js';
import { IdType, roles } from '../database/database-types.js';
import { companySetting } from '../database/tenant.entity.js';

/** One piece of work that must happen, written in the transaction that decided it (design.md §5). */
@Entity({
  tableName: 'outbox_jobs',
  rowLevelSecurity: 'force',
  policies: [
    platformPolicy,
    {
      name: 'company',
      roles: [roles.app],
      using: (columns) => `${columns.companyId} = current_setting('${companySetting}')::bigint`,
      check: (columns) => `${columns.companyId} = current_setting('${companySetting}')::bigint`,
    },
  ],
})
@Index({ properties: ['external', 'companyId', 'runAt', 'id'], where: 'failed_at is null' })
@Index({ properties: ['orderingKey', 'id'], where: 'failed_at is null' })
@Unique({ properties: ['key'] })
export class OutboxJob extends BaseEntity {
  /** null: work of the platform itself. */
  @Property({ type: IdType, nullable: true })
  companyId!: number | null;

  @Property({ length: 120 })
  name!: string;

  /** Its handler talks to an external service ({@link externalJobs}); such jobs have a concurrency limit of their own. */
  @Property({ type: 'boolean', default: false })
  external!: boolean;

  @Property({ type: 'json' })
  payload!: object;

  /** A second job with the same key is not stored while the first one waits or is at work. */
  @Property({ length: 200, nullable: true })
  key!: string | null;

  /** Jobs with the same ordering key run one after the other, in the order they were stored. */
  @Property({ length: 200, nullable: true })
  orderingKey!: string | null;

  @Property({ type: 'datetime', length: 3, defaultRaw: 'now()' })
  runAt!: Date;

  @Property({ type: 'integer', default: 0 })
  attempts!: number;

  /** Until then one runner has it; afterwards another may take it over. */
  @Property({ type: 'datetime', length: 3, nullable: true })
  leasedUntil!: Date | null;

  @Property({ type: 'text', nullable: true })
  lastError!: string | null;

  /** Set when the last try failed: waits for a person (retry or discard). */
  @Property({ type: 'datetime', length: 3, nullable: true })
  failedAt!: Date | null;
}
