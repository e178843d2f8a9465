import { Entity, Index, Property, Unique } from '@mikro-orm/decorators/legacy';
import { TenantEntity } from '../database/tenant.entity.js';

/** The answer to a request that carried an Idempotency-Key, kept for 24 hours (behaviour.md §1). */
@Entity({ tableName: 'idempotency_keys' })
@Unique({ properties: ['companyId', 'key'] })
@Index({ properties: ['createdAt'] })
export class IdempotencyKey extends TenantEntity {
  /** HMAC-free digest of actor, route and the client's key. */
  @Property({ length: 64 })
  key!: string;

  /** Digest of the body: another body under the same key is refused. */
  @Property({ length: 64 })
  fingerprint!: string;

  @Property({ type: 'integer' })
  status!: number;

  /** Without credentials; null once it was forgotten, while the key still counts as used. */
  @Property({ type: 'json', nullable: true })
  answer!: unknown;
}
