import { Injectable } from '@nestjs/common';
import { Context } from '../../../../core/context.js';
import { Db } from '../../../../core/database/db.js';
import type { Condition } from '../../../../core/database/statements.js';
import { ticketErrors, ticketNotAllowed } from '../tickets.errors.js';
import { assignmentOf, type TicketAssignment } from '../tickets.events.js';
import { audience, conversationRoom } from '../tickets.policy.js';
import { historyShown, laterTickets, readableFrom, type TicketOfContact } from './ticket-history.queries.js';

/** The fields of a ticket that decide who reads its history. */
export type HistoryTicket = TicketOfContact & TicketAssignment;

export const historyTicketOf = ({ id, contactId, connectionId, ...ticket }: HistoryTicket): HistoryTicket => ({
  id,
  contactId,
  connectionId,
  ...assignmentOf(ticket),
});

/** A contact's tickets as one history: who may read a ticket may read the earlier ones, too (behaviour.md §4). */
@Injectable()
export class TicketHistoryService {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
  ) {}

  /** {@link readableFrom} for the caller. */
  readableFrom(ticket: TicketOfContact): Condition {
    const { actor, companyId } = this.context;
    return readableFrom(companyId, actor, ticket);
  }

  /** The counterpart of {@link readableFrom}: rooms of users who see the ticket, or have it or a later one open. */
  async roomsOf(ticket: HistoryTicket): Promise<string[]> {
    const { companyId } = this.context;
    const later = await this.db.rows(laterTickets(companyId, ticket));
    return [...audience(companyId, ticket), ...[ticket, ...later].map(({ id }) => conversationRoom(companyId, id))];
  }

  /** @throws 404, and 403 when the caller sees neither the ticket nor a later one */
  async assertCanRead(ticketId: number): Promise<void> {
    const { companyId, actor } = this.context;
    const row = await this.db.row(historyShown(companyId, actor, ticketId));
    if (!row) throw ticketErrors.ERR_NO_TICKET_FOUND();
    if (!row.shown) throw ticketNotAllowed();
  }
}
