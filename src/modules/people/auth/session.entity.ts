import { Entity, Index, Property, Unique } from '@mikro-orm/decorators/legacy';
import { ForeignKey } from '../../../core/database/foreign-keys.js';
import { TenantEntity } from '../../../core/database/tenant.entity.js';
import { User } from '../users/user.entity.js';

/** One sign-in. Its refresh tokens are HMAC(sid, counter), so no secret is stored (behaviour.md §2). */
@Entity({ tableName: 'sessions' })
@Unique({ properties: ['sid'] })
@Index({ properties: ['supportOf'] })
export class Session extends TenantEntity {
  @Property({ type: 'uuid' })
  sid!: string;

  @ForeignKey(() => User, { onDelete: 'cascade' })
  userId!: number;

  /** The number of the newest refresh token. The one before it stays valid for 30 seconds. */
  @Property({ type: 'integer', default: 0 })
  counter!: number;

  @Property({ type: 'datetime', length: 3 })
  expiresAt!: Date;

  /** The super-admin session that opened this support session; this one ends with it. */
  @Property({ type: 'uuid', nullable: true })
  supportOf!: string | null;
  /** The user agent that the client sent at the sign-in. */
  @Property({ length: 300, nullable: true })
  userAgent!: string | null;

  /** The network address of the sign-in. */
  @Property({ length: 45, nullable: true })
  address!: string | null;

  /** When the session was ended; the row is kept for a while so that reuse is recognised. */
  @Property({ type: 'datetime', length: 3, nullable: true })
  endedAt!: Date | null;
}
