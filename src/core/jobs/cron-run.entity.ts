import { Entity, Property, Unique } from '@mikro-orm/decorators/legacy';
import { BaseEntity } from '../database/base.entity.js';

/** The last run of a repeated task, in any process. */
@Entity({ tableName: 'cron_runs' })
@Unique({ properties: ['name'] })
export class CronRun extends BaseEntity {
  @Property({ length: 120 })
  name!: string;

  @Property({ type: 'datetime', length: 3 })
  ranAt!: Date;
}
