import { Entity, Property, Unique } from '@mikro-orm/decorators/legacy';
import { ForeignKey } from '../../../core/database/foreign-keys.js';
import { TenantEntity } from '../../../core/database/tenant.entity.js';
import { User } from '../users/user.entity.js';

/** The code with which a user may set a new password. Each user has one row: a new request replaces the old code. */
@Entity({ tableName: 'password_resets' })
@Unique({ properties: ['companyId', 'userId'] })
export class PasswordReset extends TenantEntity {
  @ForeignKey(() => User, { onDelete: 'cascade' })
  userId!: number;

  /** A keyed hash over user and code: an attacker could try all six-digit codes against a plain hash. */
  @Property({ length: 64 })
  codeHash!: string;

  @Property({ type: 'datetime', length: 3 })
  expiresAt!: Date;

  /** How often a code was tried, including a correct one. */
  @Property({ type: 'integer', default: 0 })
  attempts!: number;

  @Property({ type: 'datetime', length: 3, nullable: true })
  usedAt!: Date | null;
}
