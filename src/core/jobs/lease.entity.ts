import { Entity, Property, Unique } from '@mikro-orm/decorators/legacy';
import { BaseEntity } from '../database/base.entity.js';
import { IdType } from '../database/database-types.js';

/** The process that currently owns a task that only one process may run, such as the timers. */
@Entity({ tableName: 'leases' })
@Unique({ properties: ['name'] })
export class Lease extends BaseEntity {
  @Property({ length: 120 })
  name!: string;

  /** Generated when the process starts. */
  @Property({ type: 'uuid' })
  owner!: string;

  /** The host and process id of the owner, for people. */
  @Property({ length: 120 })
  node!: string;

  /** In the time of the database; afterwards another process may acquire the lease. */
  @Property({ type: 'datetime', length: 3 })
  expiresAt!: Date;

  /** A fencing token, which grows with every change of the owner. */
  @Property({ type: IdType, default: 1 })
  acquired!: number;
}
