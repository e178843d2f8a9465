import { Entity, Index, Property, Unique } from '@mikro-orm/decorators/legacy';
import { IdType } from '../../../core/database/database-types.js';
import { ForeignKey } from '../../../core/database/foreign-keys.js';
import { TenantEntity } from '../../../core/database/tenant.entity.js';
import { Queue } from '../../people/queues/queue.entity.js';
import { User } from '../../people/users/user.entity.js';

/**
 * A day of a company whose figures are stored. They count only while `timezone` is the company's; the row is removed when
 * something of the day changes, which is then counted from its cycles until the day is rolled up again.
 */
@Entity({ tableName: 'figure_days' })
@Unique({ properties: ['companyId', 'day'] })
export class FigureDay extends TenantEntity {
  @Property({ type: 'date' })
  day!: string;

  @Property({ length: 60 })
  timezone!: string;

  /** Created on that day. */
  @Property({ type: 'integer' })
  contacts!: number;
}

/**
 * What a row sums up: a user in a department, a department with all of its users, or a user with all of their departments
 * (the other column is null then, as for nobody and none).
 */
export const figureScopes = ['both', 'queue', 'user'] as const;
export type FigureScope = (typeof figureScopes)[number];

/** Sums over the cycles that were finished on a day, in a department and by a user, as they were then. */
@Entity({ tableName: 'daily_figures' })
@Index({ name: 'daily_figures_day_index', properties: ['companyId', 'scope', 'day'] })
export class DailyFigures extends TenantEntity {
  @Property({ length: 5 })
  scope!: FigureScope;

  @Property({ type: 'date' })
  day!: string;

  @ForeignKey(() => Queue, { nullable: true })
  queueId!: number | null;

  @ForeignKey(() => User, { nullable: true })
  userId!: number | null;

  @Property({ type: 'integer' })
  finished!: number;

  /** Of them, never assigned to anybody. */
  @Property({ type: 'integer' })
  unattended!: number;

  /** Of them, those in which the customer came first and waited for a user. */
  @Property({ type: 'integer' })
  waited!: number;

  @Property({ type: IdType })
  waitingSeconds!: number;

  @Property({ type: IdType })
  serviceSeconds!: number;

  /** How many gave 1, 2 and 3; apart, because reading lists takes a fifth of the time of a dashboard. */
  @Property({ type: 'integer' })
  rated1!: number;

  @Property({ type: 'integer' })
  rated2!: number;

  @Property({ type: 'integer' })
  rated3!: number;

  /** How many took up to each of `targetMinutes`, and longer than the last; null in the scope `user`, of which nobody asks. */
  @Property({ columnType: 'int[]', nullable: true })
  firstResponse!: number[] | null;

  @Property({ columnType: 'int[]', nullable: true })
  resolution!: number[] | null;
}

/** When the cycles arrived that were finished on a day: how many in each hour of the day of their arrival. */
@Entity({ tableName: 'daily_arrivals' })
@Index({ name: 'daily_arrivals_day_index', properties: ['companyId', 'day'] })
@Index({ name: 'daily_arrivals_arrived_index', properties: ['companyId', 'scope', 'arrivedOn'] })
export class DailyArrivals extends TenantEntity {
  /** `both` or `queue`. */
  @Property({ length: 5 })
  scope!: FigureScope;

  /** Of the finish, as of {@link DailyFigures}. */
  @Property({ type: 'date' })
  day!: string;

  @Property({ type: 'date' })
  arrivedOn!: string;

  @ForeignKey(() => Queue, { nullable: true })
  queueId!: number | null;

  @ForeignKey(() => User, { nullable: true })
  userId!: number | null;

  @Property({ type: 'integer' })
  arrived!: number;

  @Property({ columnType: 'int[]' })
  hours!: number[];
}
