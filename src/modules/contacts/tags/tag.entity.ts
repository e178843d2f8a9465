import { Entity, Property, Unique } from '@mikro-orm/decorators/legacy';
import { TenantEntity } from '../../../core/database/tenant.entity.js';

@Entity({ tableName: 'tags' })
@Unique({ properties: ['companyId', 'name'] })
export class Tag extends TenantEntity {
  @Property({ length: 100 })
  name!: string;

  @Property({ length: 30 })
  color!: string;

  /** 1: a column of the kanban board. */
  @Property({ type: 'smallint', default: 0 })
  kanban!: number;

  /** Place among the columns of the board; those without one follow, oldest first. */
  @Property({ type: 'integer', nullable: true })
  kanbanOrder!: number | null;
}
