import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { reaches } from '../../core/access/decorators.js';
import { Audit } from '../../core/audit/audit.js';
import { Context } from '../../core/context/context.js';
import { Db } from '../../core/database/db.js';
import { coreErrors } from '../../core/errors/core-errors.js';
import { Events } from '../../core/events/events.js';
import { isId, refuseQuery, textParam } from '../../core/resource/list-query.js';
import { TicketHistory } from '../tickets/ticket-history.service.js';
import { type TicketRow, TicketRows } from '../tickets/ticket-rows.service.js';
import { TicketsService } from '../tickets/tickets.service.js';
import { NoteMentions, type NoteReader } from './note-mentions.service.js';
import { TicketNote } from './ticket-note.entity.js';
import { type TicketNoteRow, TicketNoteRows } from './ticket-note-rows.service.js';
import './ticket-notes.acts.js';
import type { TicketNoteInput } from './ticket-notes.dto.js';
import { contactOfAnother, ticketNoteErrors } from './ticket-notes.errors.js';
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
    private readonly ticketRows: TicketRows,
    private readonly history: TicketHistory,
    private readonly rows: TicketNoteRows,
    private readonly mentions: NoteMentions,
  ) {}

  /** Newest first, as many as anybody reads at once; `before` a note, the next ones. @throws as {@link conversation}. */
  async list(query: Query): Promise<TicketNoteRow[]> {
    const ticket = await this.conversation(idParam(query, 'ticketId'), idParam(query, 'contactId'));
    const before = query['before'] === undefined ? null : idParam(query, 'before');
    return this.rows.of(this.history.readFrom(ticket), before);
  }

  /** Who may be named in a note there. @throws 404 and 403 for the conversation. */
  async readers(query: Query): Promise<NoteReader[]> {
    const ticket = await this.tickets.get(idParam(query, 'ticketId'));
    return this.mentions.readers(ticket, textParam(query, 'searchParam', 50).trim());
  }

  /** @throws as {@link conversation}, and 400 for the mention of somebody who does not see it. */
  async create({ note, ticketId, contactId, mentions = [] }: TicketNoteInput): Promise<TicketNoteRow> {
    const { companyId, actor } = this.context;
    // its removal, under way at the same time, is waited for: then it is not there any more
    await this.db.rows(sql`select 1 from tickets where company_id = ${companyId} and id = ${ticketId} for key share`);
    const ticket = await this.conversation(ticketId, contactId);
    const stored = this.db.em.create(TicketNote, { note, ticketId: ticket.id, userId: actor.userId });
    await this.db.em.flush();
    await this.mentions.add(stored.id, ticket, mentions);
    this.events.emit(new TicketNoteAdded(companyId, stored.id));
    return this.known(await this.rows.byId(stored.id));
  }

  /** @throws 404 for no such note (or another company's), 403 for one that somebody else wrote, unless to managers. */
  async remove(id: number): Promise<void> {
    const { companyId, actor } = this.context;
    const note = this.known(await this.rows.byId(id));
    if (note.user?.id !== actor.userId && !reaches(actor, 'admin')) throw coreErrors.ERR_NO_PERMISSION();
    const ticket = await this.ticketRows.byId(note.ticketId);
    await this.mentions.letGo([id]);
    const removed = await this.db.run(sql`delete from ticket_notes where company_id = ${companyId} and id = ${id}`);
    if (removed === 0 || !ticket) throw ticketNoteErrors.ERR_NO_TICKET_NOTE_FOUND();
    this.audit.record('note.deleted', id, { ticketId: ticket.id });
    this.events.emit(new TicketNotesRemoved(companyId, [id], placeOf(ticket)));
  }

  /** @throws 404 for no such conversation, 403 for one that is not shown, 400 when it is another contact's. */
  private async conversation(ticketId: number, contactId: number): Promise<TicketRow> {
    const ticket = await this.tickets.get(ticketId);
    if (ticket.contactId !== contactId) throw contactOfAnother();
    return ticket;
  }

  private known(row: TicketNoteRow | undefined): TicketNoteRow {
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
  return isId(id) ? id : refuseQuery(name);
}
