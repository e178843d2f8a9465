import { Entity, Property, Unique } from '@mikro-orm/decorators/legacy';
import { BaseEntity } from '../../../core/database/base.entity.js';

/** A company that asked not to be found (LGPD, art. 18): no search, sheet or export shows it, nor another of its branches. */
@Entity({ tableName: 'lead_opt_outs' })
@Unique({ properties: ['cnpj'] })
export class LeadOptOut extends BaseEntity {
  @Property({ length: 14 })
  cnpj!: string;

  @Property({ type: 'text', default: '' })
  reason!: string;
}
