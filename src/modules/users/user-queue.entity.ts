import { Entity, Unique } from '@mikro-orm/decorators/legacy';
import { References } from '../../core/database/references.js';
import { TenantEntity } from '../../core/database/tenant.entity.js';
import { Queue } from '../queues/queue.entity.js';
import { User } from './user.entity.js';

/** Membership of a user in a department. */
@Entity({ tableName: 'user_queues' })
@Unique({ properties: ['companyId', 'userId', 'queueId'] })
export class UserQueue extends TenantEntity {
  @References(() => User, { onDelete: 'cascade' })
  userId!: number;

  @References(() => Queue, { onDelete: 'cascade' })
  queueId!: number;
}
