import { Entity, Index, Property, Unique } from '@mikro-orm/decorators/legacy';
import { ForeignKey } from '../../../core/database/foreign-keys.js';
import { TenantEntity } from '../../../core/database/tenant.entity.js';
import { User } from './user.entity.js';

/** A lease: a user has a socket in a process. Users of a process that died go offline when the lease expires. */
@Entity({ tableName: 'user_presence' })
@Unique({ properties: ['companyId', 'userId', 'node'] })
@Index({ properties: ['expiresAt'] })
export class UserPresence extends TenantEntity {
  @ForeignKey(() => User, { onDelete: 'cascade' })
  userId!: number;

  /** The id of the process, new at each start. */
  @Property({ type: 'uuid' })
  node!: string;

  @Property({ type: 'datetime', length: 3 })
  expiresAt!: Date;
}
