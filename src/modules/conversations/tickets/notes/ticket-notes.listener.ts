import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { Broadcast, type Emission, InTransaction } from '../../../../core/events/event.js';
import { Events } from '../../../../core/events/events.js';
import { rooms as coreRooms } from '../../../../core/realtime/rooms.js';
import { companyEvent } from '../../../../core/realtime/socket-events.js';
import { ContactErasing } from '../../../contacts/contacts/contacts.events.js';
import { TicketRowsService } from '../crud/ticket-rows.service.js';
import { withConnectionId } from '../queries/tickets.queries.js';
import { TicketRemoving } from '../tickets.events.js';
import { historyTicketOf, TicketHistoryService } from '../visibility/ticket-history.service.js';
import { TicketNoteAdded, TicketNotesRemoved, UnseenMentionsChanged } from './ticket-notes.events.js';
import { mentionsIn, type NoteMentionRow, noteById, type TicketNoteRow } from './ticket-notes.queries.js';
import { TicketNotesService } from './ticket-notes.service.js';

export type TicketNoteEvent =
  | { action: 'create'; ticketNote: TicketNoteRow }
  | { action: 'delete'; ticketNoteId: number; ticketId: number; contactId: number };

/** `update`: mentions were seen or removed. */
export type MentionEvent = { action: 'create'; mention: NoteMentionRow } | { action: 'update' };

declare module '../../../../core/realtime/socket-events.js' {
  interface SocketEvents {
    ticketNote: TicketNoteEvent;
    mention: MentionEvent;
  }
}

/** Emits `company-{c}-ticketNote` and `company-{c}-mention`; removes notes with their ticket, contact or user. */
@Injectable()
export class TicketNotesListener {
  constructor(
    private readonly db: Db,
    private readonly events: Events,
    private readonly notes: TicketNotesService,
    private readonly tickets: TicketRowsService,
    private readonly history: TicketHistoryService,
  ) {}

  @Broadcast(TicketNoteAdded)
  async added({ companyId, noteId }: TicketNoteAdded): Promise<Emission<TicketNoteEvent | MentionEvent>[]> {
    const ticketNote = await this.db.row(noteById(companyId, noteId));
    const ticket = ticketNote && (await this.tickets.byId(ticketNote.ticketId));
    if (!ticketNote || !ticket) return [];
    const rooms = await this.history.roomsOf(withConnectionId(ticket));
    const mentions = await this.db.rows(mentionsIn(companyId, noteId));
    return [
      { rooms, ...companyEvent(companyId, 'ticketNote', { action: 'create', ticketNote }) },
      ...mentions.map(
        ({ userId, ...mention }): Emission<MentionEvent> => ({
          rooms: [coreRooms.user(companyId, userId)],
          ...companyEvent(companyId, 'mention', { action: 'create', mention }),
        }),
      ),
    ];
  }

  @Broadcast(UnseenMentionsChanged)
  async mentionsChanged({ companyId, userIds }: UnseenMentionsChanged): Promise<Emission<MentionEvent>[]> {
    const rooms = userIds.map((userId) => coreRooms.user(companyId, userId));
    return [{ rooms, ...companyEvent(companyId, 'mention', { action: 'update' }) }];
  }

  @Broadcast(TicketNotesRemoved)
  async removed({ companyId, noteIds, ticket }: TicketNotesRemoved): Promise<Emission<TicketNoteEvent>[]> {
    const rooms = await this.history.roomsOf(ticket);
    const { id: ticketId, contactId } = ticket;
    return noteIds.map((ticketNoteId) => ({
      rooms,
      ...companyEvent(companyId, 'ticketNote', { action: 'delete', ticketNoteId, ticketId, contactId }),
    }));
  }

  @InTransaction(TicketRemoving)
  async ticketRemoving({ ticket }: TicketRemoving): Promise<void> {
    const noteIds = await this.notes.removeOf({ ticketId: ticket.id });
    if (noteIds.length > 0)
      this.events.emit(
        new TicketNotesRemoved({ companyId: ticket.companyId, noteIds, ticket: historyTicketOf(ticket) }),
      );
  }

  /** Emits no event of its own, as screens reload the contact's tickets afterwards. */
  @InTransaction(ContactErasing)
  async contactErasing({ contactId }: ContactErasing): Promise<void> {
    await this.notes.removeOf({ contactId });
  }
}
