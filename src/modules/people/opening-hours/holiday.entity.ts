import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { ForeignKey } from '../../../core/database/foreign-keys.js';
import { TenantEntity } from '../../../core/database/tenant.entity.js';
import { Queue } from '../queues/queue.entity.js';

/** A day on which nobody answers, from midnight to midnight by the company's clock. */
@Entity({ tableName: 'holidays' })
export class Holiday extends TenantEntity {
  @Property({ length: 100 })
  name!: string;

  @Property({ type: 'date' })
  date!: string;

  /** On this day of every year; 29 February only where there is one. */
  @Property({ type: 'boolean' })
  yearly!: boolean;

  /** null: of the whole company. */
  @ForeignKey(() => Queue, { nullable: true, onDelete: 'cascade' })
  queueId!: number | null;
}
