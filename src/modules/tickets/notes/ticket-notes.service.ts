import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { hasLevel } from '../../../core/access/decorators.js';
import { Audit } from '../../../core/audit/audit.js';
import { Context } from '../../../core/context.js';
import { Db } from '../../../core/database/db.js';
import { coreErrors } from '../../../core/errors/core-errors.js';
import { Events } from '../../../core/events/events.js';
import { invalidQuery, isId, textParam } from '../../../core/resource/list-query.js';
import { TicketQueries, type TicketRow } from '../tickets.queries.js';
import { TicketsService } from '../tickets.service.js';
import { TicketHistory } from '../visibility/ticket-history.service.js';
import { type MentionableUser, NoteMentions } from './note-mentions.service.js';
import { TicketNote } from './ticket-note.entity.js';
import { TicketNoteQueries, type TicketNoteRow } from './ticket-notes.queries.js';
import './ticket-notes.audit.js';
import type { TicketNoteInput } from './ticket-notes.dto.js';
import { contactMismatch, ticketNoteErrors } from './ticket-notes.errors.js';
import { TicketNoteAdded, TicketNotesRemoved } from './ticket-notes.events.js';

type Query = Readonly<Record<string, unknown>>;

/** Notes of a conversation and of the contact's others that are read with it. */
@Injectable()
export class TicketNotesService {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly events: Events,
    private readonly audit: Audit,
    private readonly tickets: TicketsService,
    private readonly ticketQueries: TicketQueries,
    private readonly history: TicketHistory,
    private readonly rows: TicketNoteQueries,
    private readonly mentions: NoteMentions,
  ) {}

  /** Newest first, as many as anybody reads at once; `before` a note, the next ones. @throws as {@link ticketOfContact}. */
  async list(query: Query): Promise<TicketNoteRow[]> {
    const ticket = await this.ticketOfContact(idParam(query, 'ticketId'), idParam(query, 'contactId'));
    const before = query['before'] === undefined ? null : idParam(query, 'before');
    return this.rows.list(this.history.readableFrom(ticket), before);
  }

  /** Who may be named in a note there. @throws 404 and 403 for the conversation. */
  async mentionableUsers(query: Query): Promise<MentionableUser[]> {
    const ticket = await this.tickets.get(idParam(query, 'ticketId'));
    return this.mentions.mentionableUsers(ticket, textParam(query, 'searchParam', 50).trim());
  }

  /** @throws as {@link ticketOfContact}, and 400 for the mention of somebody who does not see it. */
  async create({ note, ticketId, contactId, mentions = [] }: TicketNoteInput): Promise<TicketNoteRow> {
    const { companyId, actor } = this.context;
    // its removal, under way at the same time, is waited for: then it is not there any more
    await this.db.rows(sql`select 1 from tickets where company_id = ${companyId} and id = ${ticketId} for key share`);
    const ticket = await this.ticketOfContact(ticketId, contactId);
    const stored = this.db.em.create(TicketNote, { note, ticketId: ticket.id, userId: actor.userId });
    await this.db.em.flush();
    await this.mentions.add(stored.id, ticket, mentions);
    this.events.emit(new TicketNoteAdded(companyId, stored.id));
    return this.orNotFound(await this.rows.byId(stored.id));
  }

  /** @throws 404 for no such note (or another company's), 403 for one that somebody else wrote, unless to managers. */
  async remove(id: number): Promise<void> {
    const { companyId, actor } = this.context;
    const note = this.orNotFound(await this.rows.byId(id));
    if (note.user?.id !== actor.userId && !hasLevel(actor, 'admin')) throw coreErrors.ERR_NO_PERMISSION();
    const ticket = await this.ticketQueries.byId(note.ticketId);
    await this.mentions.emitRemoval([id]);
    const removed = await this.db.run(sql`delete from ticket_notes where company_id = ${companyId} and id = ${id}`);
    if (removed === 0 || !ticket) throw ticketNoteErrors.ERR_NO_TICKET_NOTE_FOUND();
    this.audit.record('note.deleted', id, { ticketId: ticket.id });
    this.events.emit(new TicketNotesRemoved(companyId, [id], placeOf(ticket)));
  }

  /** @throws 404 for no such conversation, 403 for one that is not shown, 400 when it is another contact's. */
  private async ticketOfContact(ticketId: number, contactId: number): Promise<TicketRow> {
    const ticket = await this.tickets.get(ticketId);
    if (ticket.contactId !== contactId) throw contactMismatch();
    return ticket;
  }

  private orNotFound(row: TicketNoteRow | undefined): TicketNoteRow {
    if (!row) throw ticketNoteErrors.ERR_NO_TICKET_NOTE_FOUND();
    return row;
  }
}

const placeOf = ({ id, contactId, whatsappId, status, userId, queueId }: TicketRow) => ({
  id,
  contactId,
  whatsappId,
  status,
  userId,
  queueId,
});

function idParam(query: Query, name: string): number {
  const id = Number(textParam(query, name) || Number.NaN);
  return isId(id) ? id : invalidQuery(name);
}
