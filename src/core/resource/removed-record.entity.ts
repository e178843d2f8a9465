import { Entity, Property, Unique } from '@mikro-orm/decorators/legacy';
import { IdType } from '../database/database-types.js';
import { TenantEntity } from '../database/tenant.entity.js';

/**
 * What a removed record of a resource with `keepsName` was called. Rows of the past (messages, attendances, figures)
 * keep its id, which is never used again.
 */
@Entity({ tableName: 'removed_records' })
@Unique({ properties: ['companyId', 'resource', 'recordId'] })
export class RemovedRecord extends TenantEntity {
  @Property({ length: 30 })
  resource!: string;

  @Property({ type: IdType })
  recordId!: number;

  @Property({ length: 50 })
  name!: string;

  @Property({ length: 9, nullable: true })
  color!: string | null;
}
