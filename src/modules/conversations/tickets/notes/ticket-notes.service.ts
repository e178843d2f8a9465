import { Injectable } from '@nestjs/common';
import { hasLevel } from '../../../../core/access/decorators.js';
import { Audit } from '../../../../core/audit/audit.js';
import { Context, userIdOf } from '../../../../core/context.js';
import { Db } from '../../../../core/database/db.js';
import { coreErrors } from '../../../../core/errors/core-errors.js';
import { Events } from '../../../../core/events/events.js';
import { invalidQuery, isId, type Query, textParam } from '../../../../core/resource/list-query.js';
import { TicketRowsService } from '../crud/ticket-rows.service.js';
import { TicketsService } from '../crud/tickets.service.js';
import { type TicketRow, withConnectionId } from '../queries/tickets.queries.js';
import { contactMismatch, notMentionable, ticketErrors } from '../tickets.errors.js';
import type { TicketAssignment } from '../tickets.events.js';
import { historyTicketOf, TicketHistoryService } from '../visibility/ticket-history.service.js';
import { TicketNote } from './ticket-note.entity.js';
import type { TicketNoteInput } from './ticket-notes.dto.js';
import { TicketNoteAdded, TicketNotesRemoved, UnseenMentionsChanged } from './ticket-notes.events.js';
import {
  addMentions,
  deleteNotes,
  keepTicket,
  type MentionableUser,
  markMentionsSeen,
  type NotedTickets,
  type NoteMentionRow,
  noteById,
  noteIdsOf,
  notesOf,
  suggestedUsers,
  type TicketNoteRow,
  unseenMentionsOf,
  usersWithUnseenMentions,
} from './ticket-notes.queries.js';

/** Notes about a contact, written in one of the contact's tickets, and the users mentioned in them. */
@Injectable()
export class TicketNotesService {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly events: Events,
    private readonly audit: Audit,
    private readonly tickets: TicketsService,
    private readonly ticketRows: TicketRowsService,
    private readonly history: TicketHistoryService,
  ) {}

  /** Lists the notes of the ticket and of its history, newest first. @throws as {@link ticketOfContact} */
  async list(query: Query): Promise<TicketNoteRow[]> {
    const ticket = await this.ticketOfContact(idParam(query, 'ticketId'), idParam(query, 'contactId'));
    const before = query['before'] === undefined ? null : idParam(query, 'before');
    return this.db.rows(notesOf(this.history.readableFrom(withConnectionId(ticket)), before));
  }

  /** Suggests users who may be mentioned in a note of the ticket. @throws 404 and 403 for the ticket */
  async mentionableUsers(query: Query): Promise<MentionableUser[]> {
    const ticket = await this.tickets.get(idParam(query, 'ticketId'));
    return this.db.rows(suggestedUsers(this.context.actor, ticket, textParam(query, 'searchParam', 50).trim()));
  }

  unseenMentions(): Promise<NoteMentionRow[]> {
    return this.db.rows(unseenMentionsOf(this.context.actor));
  }

  /** @throws as {@link ticketOfContact}, and 400 when a mentioned user does not see the ticket */
  async create({ note, ticketId, contactId, mentions = [] }: TicketNoteInput): Promise<TicketNoteRow> {
    const { companyId, actor } = this.context;
    await this.db.rows(keepTicket(companyId, ticketId));
    const ticket = await this.ticketOfContact(ticketId, contactId);
    const stored = this.db.em.create(TicketNote, { note, ticketId: ticket.id, userId: userIdOf(actor) });
    await this.db.em.flush();
    if (mentions.length > 0) await this.mention(stored.id, ticket, mentions);
    this.events.emit(new TicketNoteAdded({ companyId, noteId: stored.id }));
    return this.get(stored.id);
  }

  /** A note without an author, by the system itself. The caller has locked the ticket. */
  async createAutomatic(ticketId: number, note: string): Promise<void> {
    const stored = this.db.em.create(TicketNote, { note, ticketId, userId: null });
    await this.db.em.flush();
    this.events.emit(new TicketNoteAdded({ companyId: this.db.companyId, noteId: stored.id }));
  }

  /** @throws 404 for an unknown note, 403 for a note of another author unless the caller is a manager */
  async remove(id: number): Promise<void> {
    const { companyId, actor } = this.context;
    const note = await this.get(id);
    if (note.user?.id !== actor.userId && !hasLevel(actor, 'admin')) throw coreErrors.ERR_NO_PERMISSION();
    const ticket = await this.ticketRows.byId(note.ticketId);
    const removed = await this.delete([id]);
    if (removed === 0 || !ticket) throw ticketErrors.ERR_NO_TICKET_NOTE_FOUND();
    this.audit.record('note.deleted', id, { ticketId: ticket.id });
    this.events.emit(
      new TicketNotesRemoved({ companyId, noteIds: [id], ticket: historyTicketOf(withConnectionId(ticket)) }),
    );
  }

  /** The caller has locked the tickets. */
  async removeOf(of: NotedTickets): Promise<number[]> {
    const found = await this.db.rows(noteIdsOf(this.context.companyId, of));
    const ids = found.map(({ id }) => id);
    if (ids.length > 0) await this.delete(ids);
    return ids;
  }

  /** Marks these mentions of the caller as seen; mentions of other users are not changed. */
  async markMentionsSeen(ids: readonly number[]): Promise<void> {
    const { companyId, actor } = this.context;
    const seen = await this.db.run(markMentionsSeen(companyId, actor.userId, ids));
    if (seen > 0) this.events.emit(new UnseenMentionsChanged({ companyId, userIds: [actor.userId] }));
  }

  private async mention(noteId: number, assignment: TicketAssignment, userIds: readonly number[]): Promise<void> {
    const added = await this.db.run(addMentions(this.context.actor, noteId, assignment, userIds));
    if (added !== userIds.length) throw notMentionable();
  }

  private async delete(noteIds: readonly number[]): Promise<number> {
    const { companyId } = this.context;
    const unseen = await this.db.rows(usersWithUnseenMentions(companyId, noteIds));
    const userIds = unseen.map(({ userId }) => userId);
    if (userIds.length > 0) this.events.emit(new UnseenMentionsChanged({ companyId, userIds }));
    return this.db.run(deleteNotes(companyId, noteIds));
  }

  /** @throws 404 for an unknown ticket, 403 if the caller does not see it, 400 if it belongs to another contact */
  private async ticketOfContact(ticketId: number, contactId: number): Promise<TicketRow> {
    const ticket = await this.tickets.get(ticketId);
    if (ticket.contactId !== contactId) throw contactMismatch();
    return ticket;
  }

  private async get(id: number): Promise<TicketNoteRow> {
    const note = await this.db.row(noteById(this.context.companyId, id));
    if (!note) throw ticketErrors.ERR_NO_TICKET_NOTE_FOUND();
    return note;
  }
}

function idParam(query: Query, name: string): number {
  const id = Number(textParam(query, name) || Number.NaN);
  return isId(id) ? id : invalidQuery(name);
}
