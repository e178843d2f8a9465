import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Db } from '../../../core/database/db.js';
import { InTransaction } from '../../../core/events/event.js';
import { Events } from '../../../core/events/events.js';
import { contactErrors } from '../../contacts/contacts.errors.js';
import { ContactErasing, ContactRemoving } from '../../contacts/contacts.events.js';
import type { TicketStatus } from '../ticket.entity.js';
import { TicketPreview } from '../ticket-preview.service.js';
import { TicketChanged, TicketsRewritten } from '../tickets.events.js';
import { TicketsService } from '../tickets.service.js';
import { TicketLifecycle } from './ticket-lifecycle.service.js';
import { TicketLocks } from './ticket-locks.service.js';

/** What happens to the tickets of a contact that is deleted or erased. */
@Injectable()
export class ContactRemovalListener {
  constructor(
    private readonly db: Db,
    private readonly events: Events,
    private readonly locks: TicketLocks,
    private readonly lifecycle: TicketLifecycle,
    private readonly preview: TicketPreview,
    private readonly tickets: TicketsService,
  ) {}

  /** Closed tickets are deleted with it. @throws 409 ERR_CONTACT_HAS_OPEN_TICKET */
  @InTransaction(ContactRemoving)
  async contactRemoving({ contactId }: ContactRemoving): Promise<void> {
    const tickets = await this.lockTickets(contactId);
    if (tickets.some(({ status }) => status !== 'closed')) throw contactErrors.ERR_CONTACT_HAS_OPEN_TICKET();
    for (const { id } of tickets) await this.tickets.remove(id);
  }

  /** Tickets stay, as statistics count them; open ones are closed without the automatic texts. */
  @InTransaction(ContactErasing)
  async contactErasing({ contactId }: ContactErasing): Promise<void> {
    const { companyId } = this.db;
    const ids = (await this.lockTickets(contactId)).map(({ id }) => id);
    const closed = await this.lifecycle.closeSilently(sql`t.contact_id = ${contactId}`);
    await this.preview.clearUnread(closed.map(({ id }) => id));
    for (const { id, ...before } of closed) this.events.emit(new TicketChanged(companyId, id, before));
    for (const id of ids) this.events.emit(new TicketChanged(companyId, id));
    if (ids.length > 0) this.events.emit(new TicketsRewritten(companyId, ids));
  }

  private async lockTickets(contactId: number): Promise<{ id: number; status: TicketStatus }[]> {
    await this.locks.lockContacts(contactId);
    return this.db.rows(sql`
      select id, status from tickets where company_id = ${this.db.companyId} and contact_id = ${contactId}
       order by id`);
  }
}
