import { Entity, Property, Unique } from '@mikro-orm/decorators/legacy';
import { IdType } from '../../../core/database/database-types.js';
import { TenantEntity } from '../../../core/database/tenant.entity.js';
import type { OpeningDay } from '../../platform/companies/working-hours/working-hours.dto.js';

/** A department, which the spec calls a queue. */
@Entity({ tableName: 'queues' })
@Unique({ properties: ['companyId', 'name'] })
@Unique({ properties: ['companyId', 'color'] })
export class Queue extends TenantEntity {
  @Property({ length: 50 })
  name!: string;

  @Property({ length: 9 })
  color!: string;

  @Property({ type: 'text', nullable: true })
  greetingMessage!: string | null;

  @Property({ type: 'text', nullable: true })
  outOfHoursMessage!: string | null;

  /** The prompt that answers the department's conversations while they have no attendant. */
  @Property({ type: IdType, nullable: true })
  promptId!: number | null;

  /** The position in lists and menus. */
  @Property({ type: 'integer', nullable: true })
  orderQueue!: number | null;

  /** Target minutes for the first response and for the resolution of a conversation; null means no target. */
  @Property({ type: 'integer', nullable: true })
  firstResponseTarget!: number | null;

  @Property({ type: 'integer', nullable: true })
  resolutionTarget!: number | null;

  /** The department's hours while the setting scheduleType is 'queue'; null means the default hours. */
  @Property({ type: 'json', nullable: true })
  schedules!: readonly OpeningDay[] | null;

  /** The integration that answers the department's conversations; the integrations module creates its table. */
  @Property({ type: IdType, nullable: true })
  integrationId!: number | null;
}
