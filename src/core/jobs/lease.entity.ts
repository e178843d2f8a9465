import { Entity, Property, Unique } from '@mikro-orm/decorators/legacy';
import { BaseEntity } from '../database/base.entity.js';
import { IdType } from '../database/database-types.js';

/** The process that owns something only one may have, like the timers. */
@Entity({ tableName: 'leases' })
@Unique({ properties: ['name'] })
export class Lease extends BaseEntity {
  @Property({ length: 120 })
  name!: string;

  /** Generated at the start of the process. */
  @Property({ type: 'uuid' })
  owner!: string;

  /** Host and process id of the owner, for people. */
  @Property({ length: 120 })
  node!: string;

  /** In the database's time; afterwards another process may acquire it. */
  @Property({ type: 'datetime', length: 3 })
  expiresAt!: Date;

  /** Grows with every change of the owner: a fencing token. */
  @Property({ type: IdType, default: 1 })
  acquired!: number;
}
