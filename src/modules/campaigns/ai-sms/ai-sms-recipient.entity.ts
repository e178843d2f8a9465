import { Entity, Index, Property, Unique } from '@mikro-orm/decorators/legacy';
import type { Opt } from '@mikro-orm/postgresql';
import { IdType } from '../../../core/database/database-types.js';
import { ForeignKey } from '../../../core/database/foreign-keys.js';
import { TenantEntity } from '../../../core/database/tenant.entity.js';
import type { Localized } from '../../../core/i18n.js';
import { Connection } from '../../channels/connections/connection.entity.js';
import { AiSmsCampaign } from './ai-sms-campaign.entity.js';
import { AiSmsCampaignFile } from './ai-sms-campaign-file.entity.js';

/**
 * `waiting` → `sending` (claimed) → `failed`, or `sent` → `delivered` → `read`. `uncertain`: the sender died between
 * the call and the storing of its result. `queued`, from earlier releases: the row has a message, whose status applies.
 */
export type RecipientStatus = 'waiting' | 'sending' | 'queued' | 'sent' | 'delivered' | 'read' | 'failed' | 'uncertain';

export const maxProviderId = 100;

/** A recipient of a campaign: a row of an imported file; a number has one in a campaign. */
@Entity({ tableName: 'service_recipients' })
@Unique({ properties: ['companyId', 'campaignId', 'number'] })
@Index({ properties: ['companyId', 'campaignId', 'status', 'id'] })
@Index({ properties: ['companyId', 'number'] })
@Index({ properties: ['companyId', 'fileId'] })
@Index({ properties: ['companyId', 'messageId'] })
@Index({ properties: ['companyId', 'connectionId', 'providerId'] })
export class AiSmsRecipient extends TenantEntity {
  @ForeignKey(() => AiSmsCampaign, { onDelete: 'cascade' })
  campaignId!: number;

  @Property({ length: 100 })
  name!: string;

  /** The file with the row; null when the file was removed. */
  @ForeignKey(() => AiSmsCampaignFile, { nullable: true })
  fileId!: number | null;

  /** The number in the form that contacts have. */
  @Property({ length: 50 })
  number!: string;

  /** The values of campo1 to campo5. */
  @Property({ type: 'json' })
  fields!: string[];

  @Property({ type: 'text', default: 'waiting' })
  status!: RecipientStatus;

  /** End of the lease in `sending`; later the sender is considered dead. */
  @Property({ type: 'datetime', length: 3, nullable: true })
  leasedUntil!: Date | null;

  /** When the text was sent, or failed. */
  @Property({ type: 'datetime', length: 3, nullable: true })
  handledAt!: Date | null;

  /**
   * Set in an AI campaign when the text is about to be sent: the correlation id at the provider, which becomes the id
   * of the message when a reply opens a conversation.
   */
  @Property({ type: IdType, nullable: true })
  messageId!: number | null;

  /** The connection by which the text of an AI campaign was sent. */
  @ForeignKey(() => Connection, { nullable: true })
  connectionId!: number | null;

  /** The text that an AI campaign sent. */
  @Property({ type: 'text', nullable: true })
  body!: string | null;

  /** Tokens that the model read and wrote for the texts of an AI campaign, all tries; null: they were not counted. */
  @Property({ type: 'integer', nullable: true })
  tokens!: number | null;

  /** Number of tries that the provider refused temporarily. */
  @Property({ type: 'smallint', default: 0 })
  attempts!: number & Opt;

  /** When the customer first replied to an AI campaign. */
  @Property({ type: 'datetime', length: 3, nullable: true })
  repliedAt!: Date | null;

  /** The id at the gateway or channel; null if the channel's id is too long: then only our own id is known. */
  @Property({ length: maxProviderId, nullable: true })
  providerId!: string | null;

  @Property({ type: 'json', nullable: true })
  errorText!: Localized | null;
}
