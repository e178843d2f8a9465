import { ArrayType } from '@mikro-orm/core';
import { Entity, Property, Unique } from '@mikro-orm/decorators/legacy';
import { Encrypted } from '../../../core/crypto/encrypted.js';
import { ForeignKey } from '../../../core/database/foreign-keys.js';
import { TenantEntity } from '../../../core/database/tenant.entity.js';
import { User } from '../users/user.entity.js';

/** The authenticator app of a user; without a `confirmedAt` they have only been shown its secret. */
@Entity({ tableName: 'two_factors' })
@Unique({ properties: ['companyId', 'userId'] })
export class TwoFactor extends TenantEntity {
  @ForeignKey(() => User, { onDelete: 'cascade' })
  userId!: number;

  /** Base32; users set up their app again after the key of the server was lost. */
  @Encrypted('two_factors', { by: ['userId'] })
  secret!: string;

  @Property({ type: 'datetime', length: 3, nullable: true })
  confirmedAt!: Date | null;

  /** Time step of the last accepted code: neither it nor an older one is accepted again. */
  @Property({ type: 'integer', default: 0 })
  lastStep!: number;

  /** Hashes of the recovery codes that were not used. */
  @Property({ type: ArrayType, hidden: true })
  recoveryHashes!: string[];
}
