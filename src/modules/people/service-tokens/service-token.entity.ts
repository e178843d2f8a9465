import { Entity, Property, Unique } from '@mikro-orm/decorators/legacy';
import { TenantEntity } from '../../../core/database/tenant.entity.js';

/** A token with which a program uses the API, within its scopes. Removing the row revokes the token. */
@Entity({ tableName: 'service_tokens' })
@Unique({ properties: ['tokenHash'] })
export class ServiceToken extends TenantEntity {
  @Property({ length: 100 })
  name!: string;

  /** Scopes such as `tickets:read`. */
  @Property({ type: 'json' })
  scopes!: string[];

  /** The SHA-256 hash of the token, which cannot be read again; null until it is set in the same transaction. */
  @Property({ length: 64, nullable: true, hidden: true })
  tokenHash!: string | null;

  /** The first characters of the token, to tell tokens apart. */
  @Property({ length: 12, default: '' })
  prefix!: string;

  @Property({ type: 'datetime', length: 3, nullable: true })
  expiresAt!: Date | null;

  /** The last use, exact to the minute. */
  @Property({ type: 'datetime', length: 3, nullable: true })
  lastUsedAt!: Date | null;

  /** The name that the creator had at that time. */
  @Property({ length: 100 })
  createdBy!: string;
}
