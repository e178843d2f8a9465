import { Entity, Property, Unique } from '@mikro-orm/decorators/legacy';
import { TenantEntity } from '../../../core/database/tenant.entity.js';

@Entity({ tableName: 'tags' })
@Unique({ properties: ['companyId', 'name'] })
export class Tag extends TenantEntity {
  @Property({ length: 100 })
  name!: string;

  @Property({ length: 30 })
  color!: string;

  /** 1 makes the tag a lane of the kanban board. */
  @Property({ type: 'smallint', default: 0 })
  kanban!: number;

  /** The position among the lanes; lanes without one follow, oldest first. */
  @Property({ type: 'integer', nullable: true })
  kanbanOrder!: number | null;
}
