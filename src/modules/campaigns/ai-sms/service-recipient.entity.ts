import { Entity, Index, Property, Unique } from '@mikro-orm/decorators/legacy';
import type { Opt } from '@mikro-orm/postgresql';
import { IdType } from '../../../core/database/database-types.js';
import { ForeignKey } from '../../../core/database/foreign-keys.js';
import { TenantEntity } from '../../../core/database/tenant.entity.js';
import type { Localized } from '../../../core/i18n.js';
import { Connection } from '../../channels/connections/connection.entity.js';
import { ServiceCampaign } from './service-campaign.entity.js';
import { ServiceCampaignFile } from './service-campaign-file.entity.js';

/**
 * `waiting` → `sending` (claimed) → `failed`, or `sent` → `delivered` → `read`. `uncertain`: the sender died between the
 * gateway or the channel and the record. `queued`, of earlier releases: its message is stored, and says the rest.
 */
export type RecipientStatus = 'waiting' | 'sending' | 'queued' | 'sent' | 'delivered' | 'read' | 'failed' | 'uncertain';

export const maxProviderId = 100;

/** A row of an imported file: one per campaign and number. */
@Entity({ tableName: 'service_recipients' })
@Unique({ properties: ['companyId', 'campaignId', 'number'] })
@Index({ properties: ['companyId', 'campaignId', 'status', 'id'] })
@Index({ properties: ['companyId', 'number'] })
@Index({ properties: ['companyId', 'fileId'] })
@Index({ properties: ['companyId', 'messageId'] })
@Index({ properties: ['companyId', 'connectionId', 'providerId'] })
export class ServiceRecipient extends TenantEntity {
  @ForeignKey(() => ServiceCampaign, { onDelete: 'cascade' })
  campaignId!: number;

  @Property({ length: 100 })
  name!: string;

  /** Where it came from; null once that was removed. */
  @ForeignKey(() => ServiceCampaignFile, { nullable: true })
  fileId!: number | null;

  /** As contacts have it. */
  @Property({ length: 50 })
  number!: string;

  /** campo1 to campo5. */
  @Property({ type: 'json' })
  fields!: string[];

  @Property({ type: 'text', default: 'waiting' })
  status!: RecipientStatus;

  /** In `sending`: until then its sender is thought to be alive. */
  @Property({ type: 'datetime', length: 3, nullable: true })
  leasedUntil!: Date | null;

  /** When it was sent or failed. */
  @Property({ type: 'datetime', length: 3, nullable: true })
  handledAt!: Date | null;

  /**
   * Of an AI campaign, once its text leaves: the correlation id at the provider, and the message's when a reply opens a
   * conversation.
   */
  @Property({ type: IdType, nullable: true })
  messageId!: number | null;

  /** By which the text of an AI campaign was sent. */
  @ForeignKey(() => Connection, { nullable: true })
  connectionId!: number | null;

  /** The text of an AI campaign as it was sent. */
  @Property({ type: 'text', nullable: true })
  body!: string | null;

  /** Tries that the provider refused for now. */
  @Property({ type: 'smallint', default: 0 })
  attempts!: number & Opt;

  /** To an AI campaign, the first time. */
  @Property({ type: 'datetime', length: 3, nullable: true })
  repliedAt!: Date | null;

  /** Of the gateway or the channel; null where that of the channel is longer, which then is known by our id only. */
  @Property({ length: maxProviderId, nullable: true })
  providerId!: string | null;

  @Property({ type: 'json', nullable: true })
  errorText!: Localized | null;
}
