import { Entity, Property, Unique } from '@mikro-orm/decorators/legacy';
import { ForeignKey } from '../../../core/database/foreign-keys.js';
import { TenantEntity } from '../../../core/database/tenant.entity.js';
import { AiSmsCampaign } from './ai-sms-campaign.entity.js';

/** An imported CSV file with its original content. */
@Entity({ tableName: 'service_campaign_files' })
@Unique({ properties: ['companyId', 'campaignId', 'name'] })
export class AiSmsCampaignFile extends TenantEntity {
  @ForeignKey(() => AiSmsCampaign, { onDelete: 'cascade' })
  campaignId!: number;

  /** Its original name, made unique within the campaign. */
  @Property({ length: 220 })
  name!: string;

  @Property({ length: 200 })
  mediaKey!: string;
}
