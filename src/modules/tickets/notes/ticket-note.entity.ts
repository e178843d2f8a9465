import { Entity, Index, Property } from '@mikro-orm/decorators/legacy';
import { ForeignKey } from '../../../core/database/foreign-keys.js';
import { TenantEntity } from '../../../core/database/tenant.entity.js';
import { User } from '../../users/user.entity.js';
import { Ticket } from '../ticket.entity.js';

/** A note of attendants about the ticket's contact; never sent to the customer. */
@Entity({ tableName: 'ticket_notes' })
@Index({ name: 'ticket_notes_ticket_index', properties: ['companyId', 'ticketId', 'id'] })
export class TicketNote extends TenantEntity {
  @Property({ type: 'text' })
  note!: string;

  @ForeignKey(() => Ticket)
  ticketId!: number;

  /** null once its author was removed. */
  @ForeignKey(() => User, { nullable: true })
  userId!: number | null;
}
