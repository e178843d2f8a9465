import { Entity, Property } from '@mikro-orm/decorators/legacy';
import type { Opt } from '@mikro-orm/postgresql';
import { Encrypted } from '../../../core/crypto/encrypted.js';
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

  /**
   * Null until it is made, in the same transaction, and after the key of the server was lost: nothing is sent unsigned, a
   * manager makes a new secret and activates it again.
   */
  @Encrypted('webhook_endpoints', {
    nullable: true,
    erase: 'set secret = null, active = false, updated_at = now() where secret is not null',
  })
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
