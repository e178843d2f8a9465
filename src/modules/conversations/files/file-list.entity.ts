import { Entity, Index, Property } from '@mikro-orm/decorators/legacy';
import { ForeignKey } from '../../../core/database/foreign-keys.js';
import { TenantEntity } from '../../../core/database/tenant.entity.js';
import { User } from '../../people/users/user.entity.js';

/** A message and the files that are sent after it, in their order. */
@Entity({ tableName: 'file_lists' })
@Index({ properties: ['companyId', 'name'] })
export class FileList extends TenantEntity {
  @Property({ length: 100 })
  name!: string;

  /** May hold variables, which are filled when it is sent. */
  @Property({ type: 'text' })
  message!: string;

  /** Who made it; null when they are gone. */
  @ForeignKey(() => User, { nullable: true })
  userId!: number | null;
}
