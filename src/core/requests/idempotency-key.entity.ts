import { Entity, Index, Property, Unique } from '@mikro-orm/decorators/legacy';
import { TenantEntity } from '../database/tenant.entity.js';

/** The response to a request with an Idempotency-Key, kept for 24 hours. */
@Entity({ tableName: 'idempotency_keys' })
@Unique({ properties: ['companyId', 'key'] })
@Index({ properties: ['createdAt'] })
export class IdempotencyKey extends TenantEntity {
  /** HMAC-free digest of actor, route and the client's key. */
  @Property({ length: 64 })
  key!: string;

  /** Digest of the body: another body with the same key is rejected. */
  @Property({ length: 64 })
  fingerprint!: string;

  @Property({ type: 'integer' })
  status!: number;

  /** Without credentials; null when erased, while the key still counts as used. */
  @Property({ type: 'json', nullable: true })
  answer!: unknown;
}
