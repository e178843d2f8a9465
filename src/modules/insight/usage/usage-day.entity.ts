import { Entity, Property, Unique } from '@mikro-orm/decorators/legacy';
import { IdType } from '../../../core/database/database-types.js';
import { TenantEntity } from '../../../core/database/tenant.entity.js';

/** What a company used on a day of its calendar: counted from its messages, and kept when they are deleted. */
@Entity({ tableName: 'usage_days' })
@Unique({ properties: ['companyId', 'day'] })
export class UsageDay extends TenantEntity {
  @Property({ type: 'date' })
  day!: string;

  @Property({ type: 'integer' })
  messagesIn!: number;

  /** Those that left. */
  @Property({ type: 'integer' })
  messagesOut!: number;

  /** Bytes of the files that were sent and received. */
  @Property({ type: IdType })
  mediaBytes!: number;
}
