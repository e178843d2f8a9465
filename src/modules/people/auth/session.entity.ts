import { Entity, Index, Property, Unique } from '@mikro-orm/decorators/legacy';
import { ForeignKey } from '../../../core/database/foreign-keys.js';
import { TenantEntity } from '../../../core/database/tenant.entity.js';
import { User } from '../users/user.entity.js';

/** One sign-in. Its refresh tokens are HMAC(sid, counter), so nothing secret is stored (behaviour.md §2). */
@Entity({ tableName: 'sessions' })
@Unique({ properties: ['sid'] })
@Index({ properties: ['supportOf'] })
export class Session extends TenantEntity {
  @Property({ type: 'uuid' })
  sid!: string;

  @ForeignKey(() => User, { onDelete: 'cascade' })
  userId!: number;

  /** Number of the newest refresh token; it is good, its predecessor for 30 seconds more. */
  @Property({ type: 'integer', default: 0 })
  counter!: number;

  @Property({ type: 'datetime', length: 3 })
  expiresAt!: Date;

  /** The super-admin's own session by which this one was opened as support; it ends with that one. */
  @Property({ type: 'uuid', nullable: true })
  supportOf!: string | null;
  /** Of the sign-in, as the client gave it. */
  @Property({ length: 300, nullable: true })
  userAgent!: string | null;

  /** The network address of the sign-in. */
  @Property({ length: 45, nullable: true })
  address!: string | null;

  /** Set when the session was ended; kept for a while so that reuse is recognised. */
  @Property({ type: 'datetime', length: 3, nullable: true })
  endedAt!: Date | null;
}
