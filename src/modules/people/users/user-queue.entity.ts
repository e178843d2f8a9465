import { Entity, Unique } from '@mikro-orm/decorators/legacy';
import { ForeignKey } from '../../../core/database/foreign-keys.js';
import { TenantEntity } from '../../../core/database/tenant.entity.js';
import { Queue } from '../queues/queue.entity.js';
import { User } from './user.entity.js';

/** The membership of a user in a department. */
@Entity({ tableName: 'user_queues' })
@Unique({ properties: ['companyId', 'userId', 'queueId'] })
export class UserQueue extends TenantEntity {
  @ForeignKey(() => User, { onDelete: 'cascade' })
  userId!: number;

  @ForeignKey(() => Queue, { onDelete: 'cascade' })
  queueId!: number;
}
