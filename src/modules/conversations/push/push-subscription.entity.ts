import { Entity, Property, Unique } from '@mikro-orm/decorators/legacy';
import { ForeignKey } from '../../../core/database/foreign-keys.js';
import { TenantEntity } from '../../../core/database/tenant.entity.js';
import { Session } from '../../people/auth/session.entity.js';
import { User } from '../../people/users/user.entity.js';

/** The address at which a browser's push service takes messages for a session. Deleted with the session. */
@Entity({ tableName: 'push_subscriptions' })
@Unique({ properties: ['companyId', 'sessionId'] })
export class PushSubscription extends TenantEntity {
  @ForeignKey(() => Session, { onDelete: 'cascade' })
  sessionId!: number;

  @Property({ length: 2048 })
  endpoint!: string;

  /** The browser's public key and secret of RFC 8291, in base64url. Useless without our VAPID key. */
  @Property({ length: 100 })
  p256dh!: string;

  @Property({ length: 30 })
  auth!: string;
}

/** The kinds of notices that a user has muted; a user without a row gets all. */
@Entity({ tableName: 'push_preferences' })
@Unique({ properties: ['companyId', 'userId'] })
export class PushPreferences extends TenantEntity {
  @ForeignKey(() => User, { onDelete: 'cascade' })
  userId!: number;

  @Property({ type: 'json' })
  muted!: string[];
}
