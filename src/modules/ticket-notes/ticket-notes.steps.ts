import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { Context } from '../../core/context/context.js';
import { Db } from '../../core/database/db.js';
import { Events } from '../../core/events/events.js';
import { contactErasingHooks } from '../contacts/contacts.events.js';
import type { Ticket } from '../tickets/ticket.entity.js';
import { ticketRemovingHooks } from '../tickets/tickets.events.js';
import { userRemovalHooks } from '../users/users.events.js';
import { NoteMentions } from './note-mentions.service.js';
import { TicketNotesRemoved } from './ticket-notes.events.js';

/** Notes go with their conversation, and with a contact who is forgotten; what a removed user wrote stays, without their name. */
@Injectable()
export class TicketNoteSteps implements OnModuleInit, OnModuleDestroy {
  private unhook: (() => void)[] = [];

  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly events: Events,
    private readonly mentions: NoteMentions,
  ) {}

  onModuleInit(): void {
    this.unhook = [
      ticketRemovingHooks.register((ticket) => this.remove(ticket)),
      contactErasingHooks.register(({ contactId }) => this.erase(contactId)),
      userRemovalHooks.register(({ userId }) => this.forget(userId)),
    ];
  }

  onModuleDestroy(): void {
    for (const unhook of this.unhook) unhook();
  }

  private async remove({ id, contactId, whatsappId, status, userId, queueId }: Ticket): Promise<void> {
    const { companyId } = this.context;
    const noteIds = await this.notes('t.id = ?', id);
    if (noteIds.length === 0) return;
    await this.drop(noteIds);
    const place = { id, contactId, whatsappId, status, userId, queueId };
    this.events.emit(new TicketNotesRemoved(companyId, noteIds, place));
  }

  /** The screens of the contact's conversations are told to ask anew when it is done. */
  private async erase(contactId: number): Promise<void> {
    await this.drop(await this.notes('t.contact_id = ?', contactId));
  }

  /** Nobody writes one meanwhile: the conversation, or all of the contact's, are locked. */
  private async notes(where: string, id: number): Promise<number[]> {
    const found = await this.db.rows<{ id: number }>(
      `select n.id from tickets t join ticket_notes n on n.company_id = t.company_id and n.ticket_id = t.id
       where t.company_id = ? and ${where}`,
      [this.context.companyId, id],
    );
    return found.map((note) => note.id);
  }

  private async drop(noteIds: readonly number[]): Promise<void> {
    await this.mentions.letGo(noteIds);
    await this.db.run('delete from ticket_notes where company_id = ? and id = any(?::bigint[])', [
      this.context.companyId,
      noteIds,
    ]);
  }

  private async forget(userId: number): Promise<void> {
    await this.db.run('update ticket_notes set user_id = null where company_id = ? and user_id = ?', [
      this.context.companyId,
      userId,
    ]);
  }
}
