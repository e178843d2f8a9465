import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { IdType } from '../../core/database/database-types.js';
import { References } from '../../core/database/references.js';
import { TenantEntity } from '../../core/database/tenant.entity.js';
import { Ticket } from '../tickets/ticket.entity.js';
import type { TicketMemory } from '../tickets/ticket-memory.service.js';
import type { TicketPlace, TicketTransition } from '../tickets/tickets.events.js';

/** What is needed to take an act back, or to complete it. */
export type ActMemory =
  | {
      readonly kind: 'moved';
      readonly before: TicketMemory;
      readonly after: TicketPlace;
      /** The conversation's `updatedAt` that the act left. */
      readonly since: string;
      readonly steps: readonly TicketTransition[];
    }
  | { readonly kind: 'tagged'; readonly tagId: number };

/** Something that was done to a conversation and can still be taken back: the row goes with the undo, or with its time. */
@Entity({ tableName: 'ticket_acts' })
export class TicketAct extends TenantEntity {
  @References(() => Ticket, { onDelete: 'cascade' })
  ticketId!: number;

  /** Who did it, and may take it back. Kept when the user is gone. */
  @Property({ type: IdType })
  userId!: number;

  @Property({ type: 'json' })
  memory!: ActMemory;
}
