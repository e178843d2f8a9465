import { Entity, Index, Property, Unique } from '@mikro-orm/decorators/legacy';
import type { Opt } from '@mikro-orm/postgresql';
import { IdType } from '../../../core/database/database-types.js';
import { ForeignKey } from '../../../core/database/foreign-keys.js';
import { TenantEntity } from '../../../core/database/tenant.entity.js';
import type { Localized } from '../../../core/i18n.js';
import { Connection } from '../../channels/connections/connection.entity.js';
import type { ListVariable } from '../../contacts/contact-lists/contact-list.entity.js';
import { Campaign } from './campaign.entity.js';

export const shipmentStatuses = ['queued', 'sending', 'sent', 'delivered', 'read', 'failed', 'uncertain'] as const;
export type ShipmentStatus = (typeof shipmentStatuses)[number];

/**
 * A recipient of a campaign with the result of its message. Its id comes from the sequence of messages: it is the
 * correlation id at the provider, and becomes the id of the message when a reply opens a conversation.
 */
@Entity({ tableName: 'campaign_shipments' })
@Unique({ properties: ['companyId', 'number', 'campaignId'] })
@Index({ properties: ['companyId', 'campaignId', 'id'] })
@Index({ properties: ['companyId', 'campaignId', 'status', 'id'] })
@Index({ properties: ['companyId', 'connectionId', 'providerId'] })
@Index({ properties: ['companyId', 'campaignId', 'position'], where: "status = 'queued'" })
@Index({
  name: 'campaign_shipments_time_zone_index',
  properties: ['companyId', 'campaignId', 'timeZone', 'position'],
  where: "status = 'queued' and time_zone is not null",
})
@Index({ properties: ['companyId', 'campaignId'], where: "status in ('sending', 'uncertain')" })
export class CampaignShipment extends TenantEntity {
  @ForeignKey(() => Campaign, { onDelete: 'cascade' })
  campaignId!: number;

  @ForeignKey(() => Connection)
  connectionId!: number;

  /** Position among the recipients, from 1; it decides which of the messages is sent. */
  @Property({ type: 'integer' })
  position!: number;

  @Property({ length: 150 })
  number!: string;

  @Property({ length: 255, default: '' })
  name!: string & Opt;

  @Property({ length: 255, default: '' })
  email!: string & Opt;

  /** Further columns of the list, for variables of the text. */
  @Property({ type: 'json' })
  variables!: readonly ListVariable[];

  @Property({ length: 12 })
  status!: ShipmentStatus;

  /** Number of the message that was sent, from 1 to 5; null before sending. */
  @Property({ type: 'smallint', nullable: true })
  message!: number | null;

  /** The text that was sent. */
  @Property({ type: 'text', nullable: true })
  body!: string | null;

  /** Whether the sent message asks for a confirmation. */
  @Property({ type: 'boolean', default: false })
  askedConfirmation!: boolean & Opt;

  /** Correlation ids of the files that are sent before the text. */
  @Property({ type: 'json', nullable: true })
  fileIds!: readonly number[] | null;

  /** Of the recipient's place; '' where the number does not tell it: the company's. null: that does not matter. */
  @Property({ length: 40, nullable: true })
  timeZone!: string | null;

  @Property({ type: 'datetime', length: 3, nullable: true })
  leasedUntil!: Date | null;

  @Property({ length: 200, nullable: true })
  providerId!: string | null;

  @Property({ length: 60, nullable: true })
  errorCode!: string | null;

  @Property({ type: 'json', nullable: true })
  errorText!: Localized | null;

  /** Number of tries that the provider refused temporarily. */
  @Property({ type: 'smallint', default: 0 })
  attempts!: number & Opt;

  /** Time of the try that the provider accepted, or that may have reached it. */
  @Property({ type: 'datetime', length: 3, nullable: true })
  sentAt!: Date | null;

  @Property({ type: 'datetime', length: 3, nullable: true })
  deliveredAt!: Date | null;

  @Property({ type: 'datetime', length: 3, nullable: true })
  readAt!: Date | null;

  @Property({ type: 'datetime', length: 3, nullable: true })
  repliedAt!: Date | null;

  /** When the reply came that the message followed, in a campaign with confirmation. */
  @Property({ type: 'datetime', length: 3, nullable: true })
  confirmedAt!: Date | null;

  /** When the recipient opted out after it was sent to them. */
  @Property({ type: 'datetime', length: 3, nullable: true })
  unsubscribedAt!: Date | null;

  /** The id of the message after the confirmation; it may be removed like any other message of the conversation. */
  @Property({ type: IdType, nullable: true })
  followUpId!: number | null;
}
