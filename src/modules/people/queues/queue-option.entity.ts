import { Entity, Index, Property } from '@mikro-orm/decorators/legacy';
import { ForeignKey } from '../../../core/database/foreign-keys.js';
import { TenantEntity } from '../../../core/database/tenant.entity.js';
import { Queue } from './queue.entity.js';

/** An entry of a department's menu. Without sub-entries it sends its message and the contact waits for an attendant. */
@Entity({ tableName: 'queue_options' })
@Index({ name: 'queue_options_level_index', properties: ['companyId', 'queueId', 'parentId', 'option'] })
export class QueueOption extends TenantEntity {
  @ForeignKey(() => Queue, { onDelete: 'cascade' })
  queueId!: number;

  /** An option of the same department; null at the top level. */
  @ForeignKey(() => QueueOption, { nullable: true, onDelete: 'cascade' })
  parentId!: number | null;

  @Property({ length: 100 })
  title!: string;

  @Property({ type: 'text', default: '' })
  message!: string;

  /** What the contact types to choose it: its position among its siblings, counted from 1 without gaps. */
  @Property({ type: 'integer' })
  option!: number;
}
