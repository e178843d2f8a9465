import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { IdType } from '../../../core/database/database-types.js';
import { ForeignKey } from '../../../core/database/foreign-keys.js';
import { TenantEntity } from '../../../core/database/tenant.entity.js';
import type { TicketSnapshot } from '../lifecycle/ticket-snapshots.service.js';
import { Ticket } from '../ticket.entity.js';
import type { TicketAssignment, TicketTransition } from '../tickets.events.js';

/** What is needed to take an act back, or to complete it. */
export type UndoData =
  | {
      readonly kind: 'moved';
      readonly before: TicketSnapshot;
      readonly after: TicketAssignment;
      /** The conversation's `updatedAt` that the act left. */
      readonly since: string;
      readonly steps: readonly TicketTransition[];
    }
  | { readonly kind: 'tagged'; readonly tagId: number };

/** Something that was done to a conversation and can still be taken back: the row goes with the undo, or with its time. */
@Entity({ tableName: 'ticket_acts' })
export class UndoableAction extends TenantEntity {
  @ForeignKey(() => Ticket, { onDelete: 'cascade' })
  ticketId!: number;

  /** Who did it, and may take it back. Kept when the user is gone. */
  @Property({ type: IdType })
  userId!: number;

  @Property({ type: 'json' })
  memory!: UndoData;
}
