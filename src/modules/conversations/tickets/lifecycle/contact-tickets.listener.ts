import { LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { moveReferences } from '../../../../core/database/referencing-rows.js';
import { InTransaction } from '../../../../core/events/event.js';
import { Events } from '../../../../core/events/events.js';
import { contactErrors } from '../../../contacts/contacts/contacts.errors.js';
import { ContactErasing, ContactRemoving, ContactsMerging } from '../../../contacts/contacts/contacts.events.js';
import { lockLanes } from '../../../contacts/tags/queries/lanes.queries.js';
import { TicketsService } from '../crud/tickets.service.js';
import { TicketPreviewService } from '../preview/ticket-preview.service.js';
import { refreshLane } from '../tags/ticket-lanes.queries.js';
import { Ticket, TicketCycle, type TicketStatus, TicketTag } from '../ticket.entity.js';
import { assignmentOf, TicketChanged, TicketMessagesMoved, TicketsRewritten } from '../tickets.events.js';
import { copyTags, openTicketPairs, ticketsOfContact } from './contact-tickets.queries.js';
import { TicketLifecycleService } from './ticket-lifecycle.service.js';
import { TicketLocksService } from './ticket-locks.service.js';

/** Updates the tickets of contacts that are deleted, erased or merged. */
@Injectable()
export class ContactTicketsListener {
  constructor(
    private readonly db: Db,
    private readonly events: Events,
    private readonly locks: TicketLocksService,
    private readonly lifecycle: TicketLifecycleService,
    private readonly preview: TicketPreviewService,
    private readonly tickets: TicketsService,
  ) {}

  /** Deletes the contact's closed tickets. @throws 409 ERR_CONTACT_HAS_OPEN_TICKET */
  @InTransaction(ContactRemoving)
  async contactRemoving({ contactId }: ContactRemoving): Promise<void> {
    const tickets = await this.lockTickets(contactId);
    if (tickets.some(({ status }) => status !== 'closed')) throw contactErrors.ERR_CONTACT_HAS_OPEN_TICKET();
    for (const { id } of tickets) await this.tickets.remove(id);
  }

  /** Tickets stay for statistics; open ones are closed without automatic texts. */
  @InTransaction(ContactErasing)
  async contactErasing({ contactId }: ContactErasing): Promise<void> {
    const { companyId } = this.db;
    const ids = (await this.lockTickets(contactId)).map(({ id }) => id);
    const closed = await this.lifecycle.closeSilently({ contactId });
    await this.preview.clearUnread(closed.map(({ id }) => id));
    for (const { id, ...before } of closed) this.events.emit(new TicketChanged({ companyId, ticketId: id, before }));
    for (const id of ids) this.events.emit(new TicketChanged({ companyId, ticketId: id }));
    if (ids.length > 0) this.events.emit(new TicketsRewritten({ companyId, ticketIds: ids }));
  }

  /**
   * If both contacts have a ticket that is not closed on the same connection, messages move to the older one, and the
   * younger one is closed without automatic texts (behaviour.md §4).
   */
  @InTransaction(ContactsMerging)
  async contactsMerging({ keptId, removedId }: ContactsMerging): Promise<void> {
    const { companyId } = this.db;
    // because tags are copied
    await lockLanes(this.db);
    await this.locks.lockContacts(keptId, removedId);
    const moving = await this.db.rows(ticketsOfContact(companyId, removedId));
    const pairs = await this.db.rows(openTicketPairs(companyId, keptId, removedId));
    for (const { older, younger } of pairs) await this.merge(older, younger);
    const merged = pairs.flatMap(({ older, younger }) => [older, younger]);
    const ids = [...new Set([...merged, ...moving.map(({ id }) => id)])];
    for (const id of ids) if (!merged.includes(id)) this.events.emit(new TicketChanged({ companyId, ticketId: id }));
    if (ids.length > 0) this.events.emit(new TicketsRewritten({ companyId, ticketIds: ids }));
  }

  /** If only the younger ticket has a user, the older one is assigned to this user. */
  private async merge(older: number, younger: number): Promise<void> {
    const [kept, closed] = [await this.lock(older), await this.lock(younger)];
    const [keptBefore, closedBefore] = [assignmentOf(kept), assignmentOf(closed)];
    await this.moveRows(younger, older);
    kept.unreadMessages += closed.unreadMessages;
    if (closed.windowUntil && (!kept.windowUntil || closed.windowUntil > kept.windowUntil))
      kept.windowUntil = closed.windowUntil;
    kept.botPausedAt ??= closed.botPausedAt;
    kept.updatedAt = new Date();
    closed.unreadMessages = 0;
    closed.lastMessage = '';
    closed.lastMessageFromMe = false;
    closed.lastMessageType = 'chat';
    closed.lastMessageAck = 0;
    closed.lastArrivalAt = closed.createdAt;
    await this.lifecycle.close(closed);
    if (keptBefore.status === 'pending' && closedBefore.status === 'open' && closedBefore.userId !== null)
      await this.lifecycle.assign(kept, closedBefore);
    await this.events.dispatch(new TicketMessagesMoved({ ticketId: older }));
    this.events.emit(new TicketChanged({ companyId: this.db.companyId, ticketId: older, before: keptBefore }));
    this.events.emit(new TicketChanged({ companyId: this.db.companyId, ticketId: younger, before: closedBefore }));
  }

  /** Moves everything that references the ticket, except its cycles; tags are copied. */
  private async moveRows(from: number, to: number): Promise<void> {
    const { companyId } = this.db;
    await moveReferences(this.db, { type: Ticket, companyId, id: from }, to, [TicketCycle, TicketTag]);
    await this.db.run(copyTags(companyId, from, to));
    await this.db.run(refreshLane(companyId, to));
  }

  private lock(id: number): Promise<Ticket> {
    return this.db.em.findOneOrFail(Ticket, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  }

  private async lockTickets(contactId: number): Promise<{ id: number; status: TicketStatus }[]> {
    await this.locks.lockContacts(contactId);
    return this.db.rows(ticketsOfContact(this.db.companyId, contactId));
  }
}
