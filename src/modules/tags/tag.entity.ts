import { Entity, Property, Unique } from '@mikro-orm/decorators/legacy';
import { TenantEntity } from '../../core/database/tenant.entity.js';

/** A label for conversations; as kanban it is also a lane. */
@Entity({ tableName: 'tags' })
@Unique({ properties: ['companyId', 'name'] })
export class Tag extends TenantEntity {
  @Property({ length: 100 })
  name!: string;

  @Property({ length: 30 })
  color!: string;

  /** 1: a lane of the board; the spec's number, not a boolean. */
  @Property({ type: 'smallint', default: 0 })
  kanban!: number;
}
