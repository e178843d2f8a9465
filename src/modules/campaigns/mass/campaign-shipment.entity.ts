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
 * A recipient of a campaign, and what became of its message. Its id is taken from the sequence of messages: it is the
 * correlation id at the provider, and that of the message when a reply opens a conversation.
 */
@Entity({ tableName: 'campaign_shipments' })
@Unique({ properties: ['companyId', 'number', 'campaignId'] })
@Index({ properties: ['companyId', 'campaignId', 'id'] })
@Index({ properties: ['companyId', 'campaignId', 'status', 'id'] })
@Index({ properties: ['companyId', 'connectionId', 'providerId'] })
@Index({ properties: ['companyId', 'campaignId', 'position'], where: "status = 'queued'" })
@Index({ properties: ['companyId', 'campaignId'], where: "status in ('sending', 'uncertain')" })
export class CampaignShipment extends TenantEntity {
  @ForeignKey(() => Campaign, { onDelete: 'cascade' })
  campaignId!: number;

  @ForeignKey(() => Connection)
  connectionId!: number;

  /** From 1, in the order of the recipients; decides which of the messages is in turn. */
  @Property({ type: 'integer' })
  position!: number;

  @Property({ length: 150 })
  number!: string;

  @Property({ length: 255, default: '' })
  name!: string & Opt;

  @Property({ length: 255, default: '' })
  email!: string & Opt;

  /** Further columns of the list, for the text. */
  @Property({ type: 'json' })
  variables!: readonly ListVariable[];

  @Property({ length: 12 })
  status!: ShipmentStatus;

  /** Which of the five messages, from 1; null before it is its turn. */
  @Property({ type: 'smallint', nullable: true })
  message!: number | null;

  /** The text as it was sent. */
  @Property({ type: 'text', nullable: true })
  body!: string | null;

  /** What was sent asks for a confirmation. */
  @Property({ type: 'boolean', default: false })
  askedConfirmation!: boolean & Opt;

  /** Correlation ids of the files that go before the text. */
  @Property({ type: 'json', nullable: true })
  fileIds!: readonly number[] | null;

  @Property({ type: 'datetime', length: 3, nullable: true })
  leasedUntil!: Date | null;

  @Property({ length: 200, nullable: true })
  providerId!: string | null;

  @Property({ length: 60, nullable: true })
  errorCode!: string | null;

  @Property({ type: 'json', nullable: true })
  errorText!: Localized | null;

  /** Tries that the provider refused for now. */
  @Property({ type: 'smallint', default: 0 })
  attempts!: number & Opt;

  /** Of the try that the provider accepted, or that may have reached it. */
  @Property({ type: 'datetime', length: 3, nullable: true })
  sentAt!: Date | null;

  @Property({ type: 'datetime', length: 3, nullable: true })
  deliveredAt!: Date | null;

  @Property({ type: 'datetime', length: 3, nullable: true })
  readAt!: Date | null;

  @Property({ type: 'datetime', length: 3, nullable: true })
  repliedAt!: Date | null;

  /** The reply that the message followed, in a campaign with confirmation. */
  @Property({ type: 'datetime', length: 3, nullable: true })
  confirmedAt!: Date | null;

  /** The message that followed the confirmation; it may be removed like any other of its conversation. */
  @Property({ type: IdType, nullable: true })
  followUpId!: number | null;
}
