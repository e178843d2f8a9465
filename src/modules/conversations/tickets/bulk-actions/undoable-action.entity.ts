import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { IdType } from '../../../../core/database/database-types.js';
import { ForeignKey } from '../../../../core/database/foreign-keys.js';
import { TenantEntity } from '../../../../core/database/tenant.entity.js';
import type { TicketSnapshot } from '../lifecycle/ticket-lifecycle.service.js';
import { Ticket } from '../ticket.entity.js';
import type { TicketAssignment, TicketTransition } from '../tickets.events.js';

/** The data needed to undo an action or to complete it. */
export type UndoData =
  | {
      readonly kind: 'moved';
      readonly before: TicketSnapshot;
      readonly after: TicketAssignment;
      /** The ticket's `updatedAt` after the action. */
      readonly since: string;
      readonly steps: readonly TicketTransition[];
    }
  | { readonly kind: 'tagged'; readonly tagId: number };

/** An action on a ticket that can still be undone. The row is deleted by the undo, or when its time is over. */
@Entity({ tableName: 'undoable_actions' })
export class UndoableAction extends TenantEntity {
  @ForeignKey(() => Ticket, { onDelete: 'cascade' })
  ticketId!: number;

  /** The user who did the action and may undo it. Stays when the user is removed. */
  @Property({ type: IdType })
  userId!: number;

  @Property({ type: 'json' })
  undo!: UndoData;
}
