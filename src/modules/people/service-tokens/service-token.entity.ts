import { Entity, Property, Unique } from '@mikro-orm/decorators/legacy';
import { TenantEntity } from '../../../core/database/tenant.entity.js';

/** A token of a program for the whole API, within its scopes. Removing it revokes it. */
@Entity({ tableName: 'service_tokens' })
@Unique({ properties: ['tokenHash'] })
export class ServiceToken extends TenantEntity {
  @Property({ length: 100 })
  name!: string;

  /** As `tickets:read`. */
  @Property({ type: 'json' })
  scopes!: string[];

  /** SHA-256 of the token, which nobody can read again; null until it is made, in the same transaction. */
  @Property({ length: 64, nullable: true, hidden: true })
  tokenHash!: string | null;

  /** How the token begins, to tell it from others. */
  @Property({ length: 12, default: '' })
  prefix!: string;

  @Property({ type: 'datetime', length: 3, nullable: true })
  expiresAt!: Date | null;

  /** To the minute. */
  @Property({ type: 'datetime', length: 3, nullable: true })
  lastUsedAt!: Date | null;

  /** The name of who created it, as it was. */
  @Property({ length: 100 })
  createdBy!: string;
}
