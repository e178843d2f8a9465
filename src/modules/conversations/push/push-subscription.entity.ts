import { Entity, Property, Unique } from '@mikro-orm/decorators/legacy';
import { ForeignKey } from '../../../core/database/foreign-keys.js';
import { TenantEntity } from '../../../core/database/tenant.entity.js';
import { Session } from '../../people/auth/session.entity.js';
import { User } from '../../people/users/user.entity.js';

/** Where the push service of a browser takes messages for a session; gone with the session. */
@Entity({ tableName: 'push_subscriptions' })
@Unique({ properties: ['companyId', 'sessionId'] })
export class PushSubscription extends TenantEntity {
  @ForeignKey(() => Session, { onDelete: 'cascade' })
  sessionId!: number;

  @Property({ length: 2048 })
  endpoint!: string;

  /** The browser's public key and secret of RFC 8291, in base64url. Worthless without our VAPID key. */
  @Property({ length: 100 })
  p256dh!: string;

  @Property({ length: 30 })
  auth!: string;
}

/** Which kinds of notices a user does not want; a user without a row wants all. */
@Entity({ tableName: 'push_preferences' })
@Unique({ properties: ['companyId', 'userId'] })
export class PushPreferences extends TenantEntity {
  @ForeignKey(() => User, { onDelete: 'cascade' })
  userId!: number;

  @Property({ type: 'json' })
  muted!: string[];
}
