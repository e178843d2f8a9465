import { Entity, Property, Unique } from '@mikro-orm/decorators/legacy';
import { ForeignKey } from '../../core/database/foreign-keys.js';
import { TenantEntity } from '../../core/database/tenant.entity.js';
import { User } from '../users/user.entity.js';

/** A combination of tab and filters of the conversation list that its user keeps under a name. */
@Entity({ tableName: 'saved_views' })
@Unique({ properties: ['companyId', 'userId', 'name'] })
export class SavedView extends TenantEntity {
  @ForeignKey(() => User, { onDelete: 'cascade' })
  userId!: number;

  @Property({ length: 50 })
  name!: string;

  /** The query of the list's address, as screens write and read it; empty for the usual list. */
  @Property({ type: 'text', default: '' })
  query!: string;
}
