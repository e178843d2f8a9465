import { Entity, Property, Unique } from '@mikro-orm/decorators/legacy';
import { TenantEntity } from '../../../core/database/tenant.entity.js';

/** A text that messages of campaigns can contain as `{key}`. */
export interface CampaignVariable {
  readonly key: string;
  readonly value: string;
}

/** What the provider charges for a message, in the company's currency; of several countries the longest code counts. */
export interface MessagePrice {
  /** The beginning of numbers, usually a country code. */
  readonly countryCode: string;
  readonly category: 'MARKETING' | 'UTILITY' | 'AUTHENTICATION';
  readonly price: number;
}

/** Settings for all campaigns of a company; there is no row until they are changed. */
@Entity({ tableName: 'campaign_settings' })
@Unique({ properties: ['companyId'] })
export class CampaignSettings extends TenantEntity {
  /** Interval in seconds. */
  @Property({ type: 'integer' })
  messageInterval!: number;

  /** Number of messages after which the greater interval applies. */
  @Property({ type: 'integer' })
  longerIntervalAfter!: number;

  @Property({ type: 'integer' })
  greaterInterval!: number;

  @Property({ type: 'json' })
  variables!: readonly CampaignVariable[];

  @Property({ type: 'json', defaultRaw: `'[]'` })
  prices!: readonly MessagePrice[];
}
