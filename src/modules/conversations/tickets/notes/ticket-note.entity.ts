import { Entity, Index, Property, Unique } from '@mikro-orm/decorators/legacy';
import { IdType } from '../../../../core/database/database-types.js';
import { ForeignKey } from '../../../../core/database/foreign-keys.js';
import { TenantEntity } from '../../../../core/database/tenant.entity.js';
import { User } from '../../../people/users/user.entity.js';
import { Ticket } from '../ticket.entity.js';

/** An internal note about the ticket's contact; never sent to the customer. */
@Entity({ tableName: 'ticket_notes' })
@Index({ name: 'ticket_notes_ticket_index', properties: ['companyId', 'ticketId', 'id'] })
export class TicketNote extends TenantEntity {
  @Property({ type: 'text' })
  note!: string;

  @ForeignKey(() => Ticket)
  ticketId!: number;

  /** Stays when its author is removed; null for a program. */
  @Property({ type: IdType, nullable: true })
  userId!: number | null;
}

/** A mention of a user in a note; shown to the user until they have seen it. */
@Entity({ tableName: 'note_mentions' })
@Unique({ properties: ['companyId', 'noteId', 'userId'] })
@Index({ name: 'note_mentions_user_index', properties: ['companyId', 'userId', 'seenAt', 'id'] })
export class NoteMention extends TenantEntity {
  @ForeignKey(() => TicketNote, { onDelete: 'cascade' })
  noteId!: number;

  @ForeignKey(() => User, { onDelete: 'cascade' })
  userId!: number;

  /** The name after the @ in the note. */
  @Property({ length: 50 })
  name!: string;

  @Property({ type: 'datetime', length: 3, nullable: true })
  seenAt!: Date | null;
}
