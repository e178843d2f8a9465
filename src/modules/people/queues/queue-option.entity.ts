import { Entity, Index, Property } from '@mikro-orm/decorators/legacy';
import { ForeignKey } from '../../../core/database/foreign-keys.js';
import { TenantEntity } from '../../../core/database/tenant.entity.js';
import { Queue } from './queue.entity.js';

/** An entry of a department's menu. Without entries below it, it sends its message and the customer waits for a person. */
@Entity({ tableName: 'queue_options' })
@Index({ name: 'queue_options_level_index', properties: ['companyId', 'queueId', 'parentId', 'option'] })
export class QueueOption extends TenantEntity {
  @ForeignKey(() => Queue, { onDelete: 'cascade' })
  queueId!: number;

  /** Of the same department; null: top level. */
  @ForeignKey(() => QueueOption, { nullable: true, onDelete: 'cascade' })
  parentId!: number | null;

  @Property({ length: 100 })
  title!: string;

  @Property({ type: 'text', default: '' })
  message!: string;

  /** What the customer answers to choose it: its position among its siblings, 1 to their number without a gap. */
  @Property({ type: 'integer' })
  option!: number;
}
