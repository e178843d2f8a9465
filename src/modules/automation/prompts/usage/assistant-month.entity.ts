import { Entity, Property, Unique } from '@mikro-orm/decorators/legacy';
import { IdType } from '../../../../core/database/database-types.js';
import { TenantEntity } from '../../../../core/database/tenant.entity.js';

/** What a company's prompts used in a month of its calendar; kept when they are deleted. */
@Entity({ tableName: 'assistant_months' })
@Unique({ properties: ['companyId', 'month'] })
export class AssistantMonth extends TenantEntity {
  /** Its first day. */
  @Property({ type: 'date' })
  month!: string;

  /** Requests to endpoints that were answered. */
  @Property({ type: 'integer' })
  requests!: number;

  /** Tokens that models read and wrote. */
  @Property({ type: IdType })
  inputTokens!: number;

  @Property({ type: IdType })
  outputTokens!: number;

  /** By the prices of the prompts at that time. */
  @Property({ type: 'double' })
  cost!: number;
}
