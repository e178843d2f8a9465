import { Entity, Property, Unique } from '@mikro-orm/decorators/legacy';
import { TenantEntity } from '../../../core/database/tenant.entity.js';

/** A text that messages of campaigns may hold as `{key}`. */
export interface CampaignVariable {
  readonly key: string;
  readonly value: string;
}

/** What campaigns of a company have in common; one row, none before they are changed. */
@Entity({ tableName: 'campaign_settings' })
@Unique({ properties: ['companyId'] })
export class CampaignSettings extends TenantEntity {
  /** Seconds. */
  @Property({ type: 'integer' })
  messageInterval!: number;

  /** Number of messages after which the greater interval applies. */
  @Property({ type: 'integer' })
  longerIntervalAfter!: number;

  @Property({ type: 'integer' })
  greaterInterval!: number;

  @Property({ type: 'json' })
  variables!: readonly CampaignVariable[];
}
