import { Entity, Property, Unique } from '@mikro-orm/decorators/legacy';
import { ForeignKey } from '../../../../core/database/foreign-keys.js';
import { TenantEntity } from '../../../../core/database/tenant.entity.js';
import { Connection } from '../connection.entity.js';

/**
 * State of the rate limiter (GCRA) for a number, or for a number and one recipient. There is no index on the time, so
 * that updates stay HOT; rows whose time has passed are deleted.
 */
@Entity({ tableName: 'send_slots' })
@Unique({ properties: ['connectionId', 'recipient'] })
export class SendSlot extends TenantEntity {
  @ForeignKey(() => Connection, { onDelete: 'cascade' })
  connectionId!: number;

  /** Digits of the recipient; empty for the number as a whole. */
  @Property({ length: 150 })
  recipient!: string;

  /** The theoretical arrival time of GCRA. */
  @Property({ type: 'datetime', length: 6 })
  busyUntil!: Date;
}
