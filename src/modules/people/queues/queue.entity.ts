import { Entity, Property, Unique } from '@mikro-orm/decorators/legacy';
import { IdType } from '../../../core/database/database-types.js';
import { TenantEntity } from '../../../core/database/tenant.entity.js';
import type { OpeningDay } from '../../platform/companies/working-hours/working-hours.dto.js';

/** A department (the spec's queue). */
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

  /** The prompt that answers its conversations while they have no attendant. */
  @Property({ type: IdType, nullable: true })
  promptId!: number | null;

  /** Position in lists and menus. */
  @Property({ type: 'integer', nullable: true })
  orderQueue!: number | null;

  /** Minutes within which a customer is to be answered, and a conversation resolved; null: no target. */
  @Property({ type: 'integer', nullable: true })
  firstResponseTarget!: number | null;

  @Property({ type: 'integer', nullable: true })
  resolutionTarget!: number | null;

  /** Its hours while the setting scheduleType is 'queue'; null: the usual ones. */
  @Property({ type: 'json', nullable: true })
  schedules!: readonly OpeningDay[] | null;

  /** What answers its conversations by itself; the table comes with the integrations. */
  @Property({ type: IdType, nullable: true })
  integrationId!: number | null;
}
