import { Entity, Index, Property, Unique } from '@mikro-orm/decorators/legacy';
import { TenantEntity } from '../database/tenant.entity.js';

/** The response to a request with an Idempotency-Key, kept for 24 hours. */
@Entity({ tableName: 'idempotency_keys' })
@Unique({ properties: ['companyId', 'key'] })
@Index({ properties: ['createdAt'] })
export class IdempotencyKey extends TenantEntity {
  /** A plain (unkeyed) digest of actor, route and the client's key. */
  @Property({ length: 64 })
  key!: string;

  /** A digest of the body: the same key with another body is refused. */
  @Property({ length: 64 })
  fingerprint!: string;

  @Property({ type: 'integer' })
  status!: number;

  /** The answer without credentials; null when it was erased, while the key still counts as used. */
  @Property({ type: 'json', nullable: true })
  answer!: unknown;
}
