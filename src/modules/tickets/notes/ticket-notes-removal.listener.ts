import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Context } from '../../../core/context.js';
import { Db } from '../../../core/database/db.js';
import type { Condition } from '../../../core/database/statements.js';
import { InTransaction } from '../../../core/events/event.js';
import { Events } from '../../../core/events/events.js';
import { ContactErasing } from '../../contacts/contacts.events.js';
import { UserRemoving } from '../../users/users.events.js';
import { TicketRemoving } from '../tickets.events.js';
import { NoteMentions } from './note-mentions.service.js';
import { TicketNotesRemoved } from './ticket-notes.events.js';

/** Notes go with their conversation, and with a contact who is forgotten; what a removed user wrote stays, without their name. */
@Injectable()
export class TicketNotesRemovalListener {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly events: Events,
    private readonly mentions: NoteMentions,
  ) {}

  @InTransaction(TicketRemoving)
  async ticketRemoving({
    ticket: { id, contactId, whatsappId, status, userId, queueId },
  }: TicketRemoving): Promise<void> {
    const { companyId } = this.context;
    const noteIds = await this.noteIds(sql`t.id = ${id}`);
    if (noteIds.length === 0) return;
    await this.deleteNotes(noteIds);
    const place = { id, contactId, whatsappId, status, userId, queueId };
    this.events.emit(new TicketNotesRemoved(companyId, noteIds, place));
  }

  /** The screens of the contact's conversations are told to ask anew when it is done. */
  @InTransaction(ContactErasing)
  async contactErasing({ contactId }: ContactErasing): Promise<void> {
    await this.deleteNotes(await this.noteIds(sql`t.contact_id = ${contactId}`));
  }

  /** Nobody writes one meanwhile: the conversation, or all of the contact's, are locked. */
  private async noteIds(where: Condition): Promise<number[]> {
    const found = await this.db.rows<{ id: number }>(
      sql`select n.id from tickets t join ticket_notes n on n.company_id = t.company_id and n.ticket_id = t.id
       where t.company_id = ${this.context.companyId} and ${where}`,
    );
    return found.map((note) => note.id);
  }

  private async deleteNotes(noteIds: readonly number[]): Promise<void> {
    await this.mentions.emitRemoval(noteIds);
    await this.db.run(
      sql`delete from ticket_notes where company_id = ${this.context.companyId} and id = any(${noteIds}::bigint[])`,
    );
  }

  @InTransaction(UserRemoving)
  async userRemoving({ userId }: UserRemoving): Promise<void> {
    await this.db.run(
      sql`update ticket_notes set user_id = null where company_id = ${this.context.companyId} and user_id = ${userId}`,
    );
  }
}
