import { Entity, Index, Property, Unique } from '@mikro-orm/decorators/legacy';
import { TenantEntity } from '../../../core/database/tenant.entity.js';

/** A company of /leads that was exported or added to contacts in a month; counted only once per month. */
@Entity({ tableName: 'lead_uses' })
@Unique({ properties: ['companyId', 'month', 'cnpj'] })
@Index({ properties: ['month'] })
export class LeadUse extends TenantEntity {
  /** The first day of the month, in the company's calendar. */
  @Property({ type: 'date' })
  month!: string;

  @Property({ length: 14 })
  cnpj!: string;
}
