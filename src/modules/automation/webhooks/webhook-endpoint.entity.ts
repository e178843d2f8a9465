import { Entity, Property } from '@mikro-orm/decorators/legacy';
import type { Opt } from '@mikro-orm/postgresql';
import { Encrypted } from '../../../core/crypto/encrypted.js';
import { TenantEntity } from '../../../core/database/tenant.entity.js';

/** An address of the company's own programs to which events are posted. */
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

  /** Whether it belongs to an integration and gets only events of the integration's conversations. */
  @Property({ type: 'boolean', default: false, hidden: true })
  integration!: boolean & Opt;

  /** How long an integration's answer is awaited; null: as that of other endpoints. */
  @Property({ type: 'integer', nullable: true, hidden: true })
  answerSeconds!: number | null;

  /**
   * null until it is created in the same transaction, and after the server's key was lost. Nothing is sent unsigned: a
   * manager creates a new secret and activates the endpoint again.
   */
  @Encrypted('webhook_endpoints', {
    nullable: true,
    erase: 'set secret = null, active = false, updated_at = now() where secret is not null',
  })
  secret!: string | null;

  /** Since when all attempts have failed. */
  @Property({ type: 'datetime', length: 3, nullable: true })
  failingSince!: Date | null;

  /** When it was deactivated because it failed for too long. */
  @Property({ type: 'datetime', length: 3, nullable: true })
  disabledAt!: Date | null;

  /** When it was removed; its row and log are deleted later in batches. */
  @Property({ type: 'datetime', length: 3, nullable: true, hidden: true })
  removedAt!: Date | null;
}
