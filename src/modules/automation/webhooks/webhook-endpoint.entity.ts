import { Entity, Property } from '@mikro-orm/decorators/legacy';
import type { Opt } from '@mikro-orm/postgresql';
import { TenantEntity } from '../../../core/database/tenant.entity.js';

/** An address of the company's own programs that hears of events. */
@Entity({ tableName: 'webhook_endpoints' })
export class WebhookEndpoint extends TenantEntity {
  @Property({ length: 2048 })
  url!: string;

  @Property({ length: 200, default: '' })
  description!: string;

  @Property({ type: 'json' })
  events!: string[];

  @Property({ type: 'boolean' })
  active!: boolean;

  /** It belongs to an integration, whose conversations are all it hears of. */
  @Property({ type: 'boolean', default: false, hidden: true })
  integration!: boolean & Opt;

  /** Encrypted; null until it is made, in the same transaction. */
  @Property({ type: 'text', nullable: true, hidden: true })
  secret!: string | null;

  /** Since when every attempt has failed. */
  @Property({ type: 'datetime', length: 3, nullable: true })
  failingSince!: Date | null;

  /** When it was switched off because it failed for too long. */
  @Property({ type: 'datetime', length: 3, nullable: true })
  disabledAt!: Date | null;

  /** When it was removed; its row and log follow in batches. */
  @Property({ type: 'datetime', length: 3, nullable: true, hidden: true })
  removedAt!: Date | null;
}
