import { Entity, Index, Property, Unique } from '@mikro-orm/decorators/legacy';
import type { Opt } from '@mikro-orm/postgresql';
import { BaseEntity, platformPolicy } from '../database/base.entity.js';
import { IdType, roles } from '../database/database-types.js';
import { companySetting } from '../database/tenant.entity.js';

/** A job, stored in the transaction that added it. */
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
@Index({ properties: ['external', 'companyId', 'priority', 'runAt', 'id'], where: 'failed_at is null' })
@Index({ properties: ['orderingKey', 'id'], where: 'failed_at is null' })
@Index({ properties: ['failedAt', 'id'], where: 'failed_at is not null' })
@Unique({ properties: ['key'] })
export class OutboxJob extends BaseEntity {
  /** null for a job of the platform. */
  @Property({ type: IdType, nullable: true })
  companyId!: number | null;

  @Property({ length: 120 })
  name!: string;

  /** Whether the handler calls an external service ({@link externalJobs}). */
  @Property({ type: 'boolean', default: false })
  external!: boolean;

  /** Jobs with a lower number are claimed first ({@link jobPriorities}). */
  @Property({ type: 'smallint', default: 0 })
  priority!: number;

  @Property({ type: 'json' })
  payload!: object;

  @Property({ length: 200, nullable: true })
  key!: string | null;

  @Property({ length: 200, nullable: true })
  orderingKey!: string | null;

  @Property({ type: 'datetime', length: 3, defaultRaw: 'now()' })
  runAt!: Date;

  @Property({ type: 'integer', default: 0 })
  attempts!: number;

  /** How many starts in a row never ended, because the process ended or lost the lease. */
  @Property({ type: 'smallint', default: 0 })
  lostStarts!: number & Opt;

  /** Until this time one runner owns the job; afterwards another may claim it. */
  @Property({ type: 'datetime', length: 3, nullable: true })
  leasedUntil!: Date | null;

  /** The number of the process that leased the job (`runner-presence.ts`); null: the lease can only run out. */
  @Property({ type: 'integer', nullable: true })
  runner!: number | null;

  @Property({ type: 'text', nullable: true })
  lastError!: string | null;

  /** Set when the last try failed: a person then retries or discards the job. */
  @Property({ type: 'datetime', length: 3, nullable: true })
  failedAt!: Date | null;
}
