import { Entity, Property, Unique } from '@mikro-orm/decorators/legacy';
import { ForeignKey } from '../../../core/database/foreign-keys.js';
import { TenantEntity } from '../../../core/database/tenant.entity.js';
import { Connection } from '../connection.entity.js';

/**
 * How far a number, or a number towards one recipient, has used up what its provider allows. No index on the time, so that
 * moving it stays inside of the page; rows whose time has passed say nothing and are swept.
 */
@Entity({ tableName: 'send_slots' })
@Unique({ properties: ['connectionId', 'recipient'] })
export class SendSlot extends TenantEntity {
  @ForeignKey(() => Connection, { onDelete: 'cascade' })
  connectionId!: number;

  /** Digits of the recipient; empty for the number as a whole. */
  @Property({ length: 150 })
  recipient!: string;

  /** The theoretical arrival time of GCRA: when everything sent so far would have gone out at the even pace. */
  @Property({ type: 'datetime', length: 6 })
  busyUntil!: Date;
}
