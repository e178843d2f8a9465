import { Entity, Index, Property } from '@mikro-orm/decorators/legacy';
import { ForeignKey } from '../../../core/database/foreign-keys.js';
import { TenantEntity } from '../../../core/database/tenant.entity.js';
import type { Localized } from '../../../core/i18n.js';
import { Contact } from '../../contacts/contacts/contact.entity.js';
import { WebhookEndpoint } from './webhook-endpoint.entity.js';

/** `waiting`: there is a next attempt later; `failed`: there is none. */
export type DeliveryStatus = 'waiting' | 'delivered' | 'failed';

/**
 * The result of the messages in an integration's answer: sent to the customer; not sent because somebody had written
 * meanwhile; no messages; an answer in another form.
 */
export type DeliveryAnswer = 'sent' | 'late' | 'none' | 'invalid';

/** The posted body; `data` has the form of the REST API. */
export interface WebhookPayload {
  readonly type: string;
  readonly version: 1;
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** An event for one endpoint that is being delivered, and afterwards its entry in the log. */
@Entity({ tableName: 'webhook_deliveries' })
@Index({ name: 'webhook_deliveries_log_index', properties: ['companyId', 'endpointId', 'id'] })
@Index({ name: 'webhook_deliveries_contact_index', properties: ['companyId', 'contactId'] })
@Index({ name: 'webhook_deliveries_age_index', properties: ['createdAt'] })
export class WebhookDelivery extends TenantEntity {
  @ForeignKey(() => WebhookEndpoint, { onDelete: 'cascade' })
  endpointId!: number;

  /** `webhook-id`: the same at every attempt. */
  @Property({ length: 40 })
  eventId!: string;

  @Property({ length: 40 })
  type!: string;

  /** The subject, like `message:7`. */
  @Property({ length: 60 })
  subject!: string;

  /** The contact whom the contents concern; the delivery is deleted with the contact. */
  @ForeignKey(() => Contact, { nullable: true, onDelete: 'cascade' })
  contactId!: number | null;

  @Property({ type: 'json' })
  payload!: WebhookPayload;

  @Property({ length: 10 })
  status!: DeliveryStatus;

  @Property({ type: 'integer', default: 0 }) attempts!: number;
  @Property({ type: 'integer', nullable: true }) responseStatus!: number | null;

  /** The beginning of the last response, or why there was none. */
  @Property({ length: 500, nullable: true })
  excerpt!: string | null;

  /** Why there was no response to the last attempt. */
  @Property({ type: 'json', nullable: true })
  failure!: Localized | null;

  /** Set for deliveries to an integration. */
  @Property({ length: 10, nullable: true })
  answer!: DeliveryAnswer | null;

  @Property({ type: 'integer', nullable: true }) durationMs!: number | null;
  @Property({ type: 'datetime', length: 3, nullable: true }) attemptedAt!: Date | null;
  @Property({ type: 'datetime', length: 3, nullable: true }) nextAttemptAt!: Date | null;
}
