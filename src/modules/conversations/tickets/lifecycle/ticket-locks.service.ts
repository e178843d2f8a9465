import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { TicketRowsService } from '../crud/ticket-rows.service.js';
import type { TicketRow } from '../queries/tickets.queries.js';
import { Ticket } from '../ticket.entity.js';
import { type ConflictingTicket, ticketErrors } from '../tickets.errors.js';
import { lockContacts, lockTickets, openTicket } from './ticket-locks.queries.js';

/** Row and advisory locks of tickets; they last until the commit. */
@Injectable()
export class TicketLocksService {
  constructor(
    private readonly db: Db,
    private readonly rows: TicketRowsService,
  ) {}

  /**
   * Takes the advisory lock (with the key of {@link lockOpenTicket}) before the row lock, in the same order as an
   * inbound message: otherwise both could deadlock, and a message could be added to a ticket that is being closed.
   * @throws 404
   */
  async lock(id: number): Promise<Ticket> {
    const ticket = await this.lockExisting(id);
    if (!ticket) throw ticketErrors.ERR_NO_TICKET_FOUND();
    return ticket;
  }

  /** {@link lock} for jobs, whose ticket may no longer exist. */
  async lockExisting(id: number): Promise<Ticket | undefined> {
    return (await this.lockAllExisting([id]))[0];
  }

  async lockAllExisting(ids: readonly number[]): Promise<Ticket[]> {
    const { em, companyId } = this.db;
    // flushed first, as the rows read now overwrite entities in memory
    await em.flush();
    const rows = await this.db.rows(lockTickets(companyId, ids));
    return rows.map((row) => em.map(Ticket, row));
  }

  /** The contact's ticket that is not closed; until the commit no other transaction opens one. */
  async lockOpenTicket(contactId: number, connectionId: number): Promise<TicketRow | undefined> {
    const { companyId } = this.db;
    await this.db.lock('conversation', companyId, contactId, connectionId);
    const [row] = await this.rows.page(openTicket(companyId, contactId, connectionId));
    return row;
  }

  /** Takes the locks of {@link lock} for all tickets the contacts have or may get, in the same order everywhere. */
  async lockContacts(...contactIds: readonly number[]): Promise<void> {
    await this.db.rows(lockContacts(this.db.companyId, contactIds));
  }
}

export const conflictingTicketOf = ({ id, uuid, userId, user, queue }: TicketRow): ConflictingTicket => ({
  id,
  uuid,
  userId,
  user: user && { name: user.name },
  queue: queue && { name: queue.name },
});
