import { Injectable } from '@nestjs/common';
import { Broadcast, type Emission } from '../../../core/events/event.js';
import { rooms as own } from '../../../core/realtime/rooms.js';
import { TicketQueries } from '../tickets.queries.js';
import { TicketHistory } from '../visibility/ticket-history.service.js';
import { NoteMentionQueries } from './note-mentions.queries.js';
import { TicketNoteAdded, TicketNotesRemoved, UnseenMentionsChanged } from './ticket-notes.events.js';
import { TicketNoteQueries } from './ticket-notes.queries.js';

/** Shows notes on the screens that list them, `company-{c}-ticketNote`, and to whom they name, `company-{c}-mention`. */
@Injectable()
export class TicketNotesListener {
  constructor(
    private readonly rows: TicketNoteQueries,
    private readonly tickets: TicketQueries,
    private readonly history: TicketHistory,
    private readonly mentions: NoteMentionQueries,
  ) {}

  @Broadcast(TicketNoteAdded)
  async added({ companyId, noteId }: TicketNoteAdded): Promise<Emission[]> {
    const ticketNote = await this.rows.byId(noteId);
    const ticket = ticketNote && (await this.tickets.byId(ticketNote.ticketId));
    if (!ticketNote || !ticket) return [];
    const rooms = await this.history.roomsOf(ticket);
    const named = await this.mentions.ofNote(noteId);
    return [
      { rooms, name: `company-${companyId}-ticketNote`, payload: { action: 'create', ticketNote } },
      ...named.map(({ userId, mention }) => ({
        rooms: [own.user(companyId, userId)],
        name: `company-${companyId}-mention`,
        payload: { action: 'create', mention },
      })),
    ];
  }

  @Broadcast(UnseenMentionsChanged)
  async mentionsChanged({ companyId, userIds }: UnseenMentionsChanged): Promise<Emission[]> {
    const rooms = userIds.map((userId) => own.user(companyId, userId));
    return [{ rooms, name: `company-${companyId}-mention`, payload: { action: 'update' } }];
  }

  @Broadcast(TicketNotesRemoved)
  async removed({ companyId, noteIds, ticket }: TicketNotesRemoved): Promise<Emission[]> {
    const rooms = await this.history.roomsOf(ticket);
    const { id: ticketId, contactId } = ticket;
    return noteIds.map((ticketNoteId) => ({
      rooms,
      name: `company-${companyId}-ticketNote`,
      payload: { action: 'delete', ticketNoteId, ticketId, contactId },
    }));
  }
}
