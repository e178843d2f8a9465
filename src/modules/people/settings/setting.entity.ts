import { Entity, Property, Unique } from '@mikro-orm/decorators/legacy';
import { TenantEntity } from '../../../core/database/tenant.entity.js';

/** One setting of a company. */
@Entity({ tableName: 'settings' })
@Unique({ properties: ['companyId', 'key'] })
export class Setting extends TenantEntity {
  @Property({ length: 60 })
  key!: string;

  /** Encrypted if the setting is a secret. */
  @Property({ type: 'text' })
  value!: string;
}
