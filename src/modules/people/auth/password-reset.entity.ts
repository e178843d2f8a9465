import { Entity, Property, Unique } from '@mikro-orm/decorators/legacy';
import { ForeignKey } from '../../../core/database/foreign-keys.js';
import { TenantEntity } from '../../../core/database/tenant.entity.js';
import { User } from '../users/user.entity.js';

/** The code that a user may set a new password with. One row per user: a new request takes the place of the old one. */
@Entity({ tableName: 'password_resets' })
@Unique({ properties: ['companyId', 'userId'] })
export class PasswordReset extends TenantEntity {
  @ForeignKey(() => User, { onDelete: 'cascade' })
  userId!: number;

  /** Keyed hash over user and code: six digits alone would be found by trying. */
  @Property({ length: 64 })
  codeHash!: string;

  @Property({ type: 'datetime', length: 3 })
  expiresAt!: Date;

  /** Codes that were tried, the right one included. */
  @Property({ type: 'integer', default: 0 })
  attempts!: number;

  @Property({ type: 'datetime', length: 3, nullable: true })
  usedAt!: Date | null;
}
