import { Entity, Property, Unique } from '@mikro-orm/decorators/legacy';
import { ForeignKey } from '../../core/database/foreign-keys.js';
import { TenantEntity } from '../../core/database/tenant.entity.js';
import { User } from '../users/user.entity.js';
import { Ticket } from './ticket.entity.js';

/** One attendance of a ticket, from its arrival to its close; reopening starts the next. Reports read only these. */
@Entity({ tableName: 'ticket_cycles' })
@Unique({ properties: ['companyId', 'ticketId', 'number'] })
export class TicketCycle extends TenantEntity {
  @ForeignKey(() => Ticket, { onDelete: 'cascade' })
  ticketId!: number;

  /** 1 for the first. */
  @Property({ type: 'integer' })
  number!: number;

  @Property({ type: 'datetime', length: 3, nullable: true })
  queuedAt!: Date | null;

  @Property({ type: 'datetime', length: 3, nullable: true })
  startedAt!: Date | null;

  @Property({ type: 'datetime', length: 3, nullable: true })
  firstResponseAt!: Date | null;

  @Property({ type: 'datetime', length: 3, nullable: true })
  finishedAt!: Date | null;

  @ForeignKey(() => User, { nullable: true })
  userId!: number | null;

  /** When the customer was asked for it; null: never. */
  @Property({ type: 'datetime', length: 3, nullable: true })
  ratingAskedAt!: Date | null;

  /** 1 unsatisfied, 2 satisfied, 3 very satisfied. */
  @Property({ type: 'smallint', nullable: true })
  rating!: number | null;

  /** When the first rating was given. */
  @Property({ type: 'datetime', length: 3, nullable: true })
  ratedAt!: Date | null;
}
