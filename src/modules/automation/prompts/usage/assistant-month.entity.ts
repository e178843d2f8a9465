import { Entity, Property, Unique } from '@mikro-orm/decorators/legacy';
import type { Opt } from '@mikro-orm/postgresql';
import { IdType } from '../../../../core/database/database-types.js';
import { TenantEntity } from '../../../../core/database/tenant.entity.js';

/** The usage of a company's prompts in a month of its calendar; it is not deleted with the prompts. */
@Entity({ tableName: 'assistant_months' })
@Unique({ properties: ['companyId', 'month'] })
export class AssistantMonth extends TenantEntity {
  /** The first day of the month. */
  @Property({ type: 'date' })
  month!: string;

  /** Number of requests that endpoints answered. */
  @Property({ type: 'integer' })
  requests!: number;

  /** Tokens that models read and wrote. */
  @Property({ type: IdType })
  inputTokens!: number;

  @Property({ type: IdType })
  outputTokens!: number;

  /** Whether managers were told that the month's ceiling is reached. */
  @Property({ type: 'boolean', default: false })
  ceilingNotified!: boolean & Opt;

  /** The cost by the prices of the prompts at the time of the requests. */
  @Property({ type: 'double' })
  cost!: number;
}
