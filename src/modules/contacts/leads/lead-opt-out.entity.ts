import { Entity, Property, Unique } from '@mikro-orm/decorators/legacy';
import { BaseEntity } from '../../../core/database/base.entity.js';

/** A company that opted out (LGPD, art. 18): searches, sheets and exports omit it and all its branches. */
@Entity({ tableName: 'lead_opt_outs' })
@Unique({ properties: ['cnpj'] })
export class LeadOptOut extends BaseEntity {
  @Property({ length: 14 })
  cnpj!: string;

  @Property({ type: 'text', default: '' })
  reason!: string;
}
