import { Entity, Index, Property, Unique } from '@mikro-orm/decorators/legacy';
import { IdType } from '../../core/database/database-types.js';
import { ForeignKey } from '../../core/database/foreign-keys.js';
import { TenantEntity } from '../../core/database/tenant.entity.js';
import type { Localized } from '../../core/i18n.js';
import { ServiceCampaign } from './service-campaign.entity.js';
import { ServiceCampaignFile } from './service-campaign-file.entity.js';

/**
 * `waiting` → `sending` (claimed) → `failed`; by SMS `sent` → `delivered`, otherwise `queued`: its message is stored, and
 * says the rest. `uncertain`: the sender died between the gateway and the record.
 */
export type RecipientStatus = 'waiting' | 'sending' | 'queued' | 'sent' | 'delivered' | 'failed' | 'uncertain';

/** A row of an imported file: one per campaign and number. */
@Entity({ tableName: 'service_recipients' })
@Unique({ properties: ['companyId', 'campaignId', 'number'] })
@Index({ properties: ['companyId', 'campaignId', 'status', 'id'] })
@Index({ properties: ['companyId', 'number'] })
@Index({ properties: ['companyId', 'fileId'] })
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

  /** Of an AI campaign: the stored message. */
  @Property({ type: IdType, nullable: true })
  messageId!: number | null;

  /** Of the gateway. */
  @Property({ length: 100, nullable: true })
  providerId!: string | null;

  @Property({ type: 'json', nullable: true })
  errorText!: Localized | null;
}
