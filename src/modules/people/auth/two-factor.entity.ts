import { ArrayType } from '@mikro-orm/core';
import { Entity, Property, Unique } from '@mikro-orm/decorators/legacy';
import { Encrypted } from '../../../core/crypto/encrypted.js';
import { ForeignKey } from '../../../core/database/foreign-keys.js';
import { TenantEntity } from '../../../core/database/tenant.entity.js';
import { User } from '../users/user.entity.js';

/** The authenticator app of a user. Without `confirmedAt` the user has seen the secret but not confirmed it. */
@Entity({ tableName: 'two_factors' })
@Unique({ properties: ['companyId', 'userId'] })
export class TwoFactor extends TenantEntity {
  @ForeignKey(() => User, { onDelete: 'cascade' })
  userId!: number;

  /** Base32. When the server's key is lost, users set up their app again. */
  @Encrypted('two_factors', { by: ['userId'] })
  secret!: string;

  @Property({ type: 'datetime', length: 3, nullable: true })
  confirmedAt!: Date | null;

  /** The time step of the last accepted code; codes of this or an earlier step are refused. */
  @Property({ type: 'integer', default: 0 })
  lastStep!: number;

  /** Hashes of the unused recovery codes. */
  @Property({ type: ArrayType, hidden: true })
  recoveryHashes!: string[];
}
