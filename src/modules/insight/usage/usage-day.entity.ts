import { Entity, Property, Unique } from '@mikro-orm/decorators/legacy';
import { IdType } from '../../../core/database/database-types.js';
import { TenantEntity } from '../../../core/database/tenant.entity.js';

/** What a company used on a day of its calendar: counted from its messages, and kept after their removal. */
@Entity({ tableName: 'usage_days' })
@Unique({ properties: ['companyId', 'day'] })
export class UsageDay extends TenantEntity {
  @Property({ type: 'date' })
  day!: string;

  @Property({ type: 'integer' })
  messagesIn!: number;

  /** Outbound messages that were sent, including those with an uncertain result. */
  @Property({ type: 'integer' })
  messagesOut!: number;

  /** The size in bytes of files sent and received. */
  @Property({ type: IdType })
  mediaBytes!: number;
}
