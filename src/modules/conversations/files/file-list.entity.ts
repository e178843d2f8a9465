import { Entity, Index, Property } from '@mikro-orm/decorators/legacy';
import { ForeignKey } from '../../../core/database/foreign-keys.js';
import { TenantEntity } from '../../../core/database/tenant.entity.js';
import { User } from '../../people/users/user.entity.js';

/** A text and files that are sent after it, in their order. */
@Entity({ tableName: 'file_lists' })
@Index({ properties: ['companyId', 'name'] })
export class FileList extends TenantEntity {
  @Property({ length: 100 })
  name!: string;

  /** May contain variables, which are filled when the text is sent. */
  @Property({ type: 'text' })
  message!: string;

  /** The user who created it; null once the user was removed. */
  @ForeignKey(() => User, { nullable: true })
  userId!: number | null;
}
