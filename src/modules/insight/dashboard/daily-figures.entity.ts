import { Entity, Index, Property, Unique } from '@mikro-orm/decorators/legacy';
import { IdType } from '../../../core/database/database-types.js';
import { TenantEntity } from '../../../core/database/tenant.entity.js';

/**
 * A day whose figures are stored. They are valid only while `timezone` is the company's. When something of the day
 * changes, the row is removed, and the day is counted from its cycles until it is rolled up again.
 */
@Entity({ tableName: 'figure_days' })
@Unique({ properties: ['companyId', 'day'] })
export class FigureDay extends TenantEntity {
  @Property({ type: 'date' })
  day!: string;

  @Property({ length: 60 })
  timezone!: string;

  /** Contacts created on that day. */
  @Property({ type: 'integer' })
  contacts!: number;
}

/**
 * What a row sums up: a user in a department, a department with all its users, or a user with all their departments.
 * The other column is then null, as it also is for no user and no department.
 */
export const figureScopes = ['both', 'queue', 'user'] as const;
export type FigureScope = (typeof figureScopes)[number];

/** Sums over the cycles that finished on a day, by the department and user that they had then. */
@Entity({ tableName: 'daily_figures' })
@Index({ name: 'daily_figures_day_index', properties: ['companyId', 'scope', 'day'] })
export class DailyFigures extends TenantEntity {
  @Property({ length: 5 })
  scope!: FigureScope;

  @Property({ type: 'date' })
  day!: string;

  @Property({ type: IdType, nullable: true })
  queueId!: number | null;

  @Property({ type: IdType, nullable: true })
  userId!: number | null;

  @Property({ type: 'integer' })
  finished!: number;

  /** Finished cycles that never had an attendant. */
  @Property({ type: 'integer' })
  unattended!: number;

  /** Finished cycles that the contact began and in which they waited for an attendant. */
  @Property({ type: 'integer' })
  waited!: number;

  @Property({ type: IdType })
  waitingSeconds!: number;

  @Property({ type: IdType })
  serviceSeconds!: number;

  /** How many gave 1, 2 and 3; separate columns, because reading lists takes a fifth of a dashboard's time. */
  @Property({ type: 'integer' })
  rated1!: number;

  @Property({ type: 'integer' })
  rated2!: number;

  @Property({ type: 'integer' })
  rated3!: number;

  /** Counts up to each of `targetMinutes` and beyond the last; null in the scope `user`, which never needs them. */
  @Property({ columnType: 'int[]', nullable: true })
  firstResponse!: number[] | null;

  @Property({ columnType: 'int[]', nullable: true })
  resolution!: number[] | null;
}

/** The arrivals of cycles that finished on a day: how many in each hour of the day on which they arrived. */
@Entity({ tableName: 'daily_arrivals' })
@Index({ name: 'daily_arrivals_day_index', properties: ['companyId', 'day'] })
@Index({ name: 'daily_arrivals_arrived_index', properties: ['companyId', 'scope', 'arrivedOn'] })
export class DailyArrivals extends TenantEntity {
  /** `both` or `queue`. */
  @Property({ length: 5 })
  scope!: FigureScope;

  /** The day of the finish, as in {@link DailyFigures}. */
  @Property({ type: 'date' })
  day!: string;

  @Property({ type: 'date' })
  arrivedOn!: string;

  @Property({ type: IdType, nullable: true })
  queueId!: number | null;

  @Property({ type: IdType, nullable: true })
  userId!: number | null;

  @Property({ type: 'integer' })
  arrived!: number;

  @Property({ columnType: 'int[]' })
  hours!: number[];
}
