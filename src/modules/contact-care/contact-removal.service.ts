import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Context } from '../../core/context.js';
import { Db } from '../../core/database/db.js';
import { InTransaction } from '../../core/events/event.js';
import { isStorageKey } from '../../core/storage/storage.js';
import { Contact } from '../contacts/contact.entity.js';
import { contactErrors } from '../contacts/contacts.errors.js';
import { ContactRemoving } from '../contacts/contacts.events.js';
import type { TicketStatus } from '../tickets/ticket.entity.js';
import { TicketsService } from '../tickets/tickets.service.js';
import { ContactTicketLocks } from './conversation-locks.js';
import { MessageContents } from './message-contents.js';

/** A deleted contact takes closed conversations along, with their messages, notes and files. */
@Injectable()
export class ContactRemovalListener {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly locks: ContactTicketLocks,
    private readonly tickets: TicketsService,
    private readonly contents: MessageContents,
  ) {}

  /** @throws 409 ERR_CONTACT_HAS_OPEN_TICKET */
  @InTransaction(ContactRemoving)
  async contactRemoving({ contactId }: ContactRemoving): Promise<void> {
    await this.locks.lock(contactId);
    const tickets = await this.db.rows<{ id: number; status: TicketStatus }>(
      sql`select id, status from tickets where company_id = ${this.context.companyId} and contact_id = ${contactId}
       order by id`,
    );
    if (tickets.some(({ status }) => status !== 'closed')) throw contactErrors.ERR_CONTACT_HAS_OPEN_TICKET();
    for (const { id } of tickets) await this.tickets.remove(id);
    const { profilePicUrl } = await this.db.em.findOneOrFail(Contact, { id: contactId });
    if (profilePicUrl && isStorageKey(profilePicUrl)) await this.contents.enqueueFileRemoval([profilePicUrl]);
  }
}
