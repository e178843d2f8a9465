import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { ForeignKey } from '../../../core/database/foreign-keys.js';
import { TenantEntity } from '../../../core/database/tenant.entity.js';
import { Queue } from '../queues/queue.entity.js';

/** A day on which the company or a department is closed, from midnight to midnight in the company's time zone. */
@Entity({ tableName: 'holidays' })
export class Holiday extends TenantEntity {
  @Property({ length: 100 })
  name!: string;

  @Property({ type: 'date' })
  date!: string;

  /** Repeats every year; 29 February only in leap years. */
  @Property({ type: 'boolean' })
  yearly!: boolean;

  /** null applies to the whole company. */
  @ForeignKey(() => Queue, { nullable: true, onDelete: 'cascade' })
  queueId!: number | null;
}
