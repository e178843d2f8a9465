import { LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Audit } from '../../core/audit/audit.js';
import { Context } from '../../core/context/context.js';
import { Db } from '../../core/database/db.js';
import { coreErrors } from '../../core/errors/core-errors.js';
import { Events } from '../../core/events/events.js';
import { t } from '../../core/i18n.js';
import { ConnectionsService } from '../connections/connections.service.js';
import { Contact } from '../contacts/contact.entity.js';
import { contactErrors } from '../contacts/contacts.errors.js';
import { Ticket } from './ticket.entity.js';
import { TicketCycles } from './ticket-cycles.service.js';
import { TicketOpening } from './ticket-opening.service.js';
import { type TicketRow, TicketRows } from './ticket-rows.service.js';
import { TicketTransfers } from './ticket-transfers.service.js';
import type { CreateTicketInput, UpdateTicketInput } from './tickets.dto.js';
import {
  otherOpenTicket,
  queueRequired,
  ticketCreationConflict,
  ticketErrors,
  ticketNotAllowed,
} from './tickets.errors.js';
import {
  TicketChanged,
  type TicketPlace,
  TicketRemoved,
  ticketAcceptedHooks,
  ticketClosedHooks,
  ticketRemovingHooks,
} from './tickets.events.js';
import { inDepartments, sees } from './tickets.policy.js';

/** What an attendant does with a conversation: create, accept, transfer, close, reopen, remove. */
@Injectable()
export class TicketsService {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly events: Events,
    private readonly audit: Audit,
    private readonly rows: TicketRows,
    private readonly cycles: TicketCycles,
    private readonly opening: TicketOpening,
    private readonly transfers: TicketTransfers,
    private readonly connections: ConnectionsService,
  ) {}

  /** @throws 404 for no such conversation (or another company's), 403 'Acesso não permitido' for one that is not shown. */
  async get(id: number): Promise<TicketRow> {
    return this.shown(await this.rows.byId(id));
  }

  async getByUuid(uuid: string): Promise<TicketRow> {
    return this.shown(await this.rows.byUuid(uuid));
  }

  /** @throws 409 in the spec's form when the contact has an open conversation on that connection. */
  async create(input: CreateTicketInput): Promise<TicketRow> {
    const { actor } = this.context;
    const queueId = input.queueId ?? null;
    if (queueId === null ? actor.profile !== 'admin' : !inDepartments(actor, { queueId })) throw queueRequired();
    const contact = await this.db.em.findOne(Contact, { id: input.contactId });
    if (!contact) throw contactErrors.ERR_NO_CONTACT_FOUND();
    const connection = await this.connections.choose(input.whatsappId);
    const other = await this.openOne(contact.id, connection.id);
    if (other) throw ticketCreationConflict(other);
    const userId = input.userId && actor.profile === 'admin' ? input.userId : actor.userId;
    if (userId !== actor.userId) await this.transfers.assertMember(userId, queueId);
    const ticket = await this.opening.open({ contact, connection, queueId, userId });
    return this.changed(ticket, null);
  }

  /** Accept, reopen, close and transfer, by what the body says (behaviour.md §4). */
  async update(id: number, input: UpdateTicketInput): Promise<TicketRow> {
    const ticket = await this.find(id);
    const before = placeOf(ticket);
    if (input.promptId || input.integrationId)
      throw coreErrors.ERR_VALIDATION({ fields: { promptId: t('Valor inválido', 'Invalid value', 'Valor inválido') } });
    if (input.status === 'open') {
      if (await this.take(ticket, input)) return this.changed(ticket, before);
      return this.get(id);
    }
    if (!sees(this.context.actor, before)) throw ticketNotAllowed();
    if (input.status === 'closed') await this.close(ticket);
    else await this.transfers.apply(ticket, input);
    this.clearAutomation(ticket, input);
    return this.changed(ticket, before);
  }

  /** Removes the conversation with its messages and files; it stays in the audit log. */
  async remove(id: number): Promise<void> {
    const ticket = await this.find(id);
    const before = placeOf(ticket);
    await ticketRemovingHooks.run(ticket);
    this.audit.record('ticket.deleted', ticket.id, {
      code: ticket.code,
      contactId: ticket.contactId,
      uuid: ticket.uuid,
    });
    this.db.em.remove(ticket);
    await this.db.em.flush();
    this.events.emit(new TicketRemoved(this.context.companyId, id, before));
  }

  /** Closes it with the automatic texts of later modules. */
  private async close(ticket: Ticket): Promise<void> {
    if (ticket.status === 'closed') return;
    ticket.status = 'closed';
    ticket.useIntegration = false;
    ticket.promptId = null;
    ticket.integrationId = null;
    await this.db.em.flush();
    await this.cycles.finish(ticket.id);
    await ticketClosedHooks.run(ticket);
  }

  /**
   * Accepts or reopens for the caller. false: it is already theirs, and nothing happens a second time.
   * @throws 409 naming the holder when somebody else has it, or when the contact has another open one.
   */
  private async take(ticket: Ticket, input: UpdateTicketInput): Promise<boolean> {
    const { actor } = this.context;
    if (ticket.status === 'open' && ticket.userId === actor.userId) return false;
    if (!inDepartments(actor, ticket)) throw ticketNotAllowed();
    if (ticket.status === 'open' && ticket.userId !== null) throw await this.heldBy(ticket);
    const waited = ticket.status === 'pending';
    if (!waited) {
      if (!sees(actor, placeOf(ticket))) throw ticketNotAllowed();
      const other = await this.openOne(ticket.contactId, ticket.whatsappId);
      if (other && other.id !== ticket.id) throw otherOpenTicket(other);
      await this.transfers.carryWindow(ticket);
    }
    if (input.queueId && inDepartments(actor, { queueId: input.queueId })) ticket.queueId = input.queueId;
    ticket.status = 'open';
    ticket.userId = actor.userId;
    this.clearAutomation(ticket, input);
    await this.db.em.flush();
    if (waited) {
      await this.cycles.attend(ticket.id, actor.userId);
      await ticketAcceptedHooks.run(ticket);
    } else await this.cycles.start(ticket.id, actor.userId);
    return true;
  }

  private async heldBy(ticket: Ticket): Promise<Error> {
    const row = await this.rows.byId(ticket.id);
    return row ? otherOpenTicket(holderOf(row)) : ticketErrors.ERR_NO_TICKET_FOUND();
  }

  /** The conversation of the contact that is not closed; from here on nobody else opens one until we commit. */
  private async openOne(contactId: number, connectionId: number) {
    const { companyId } = this.context;
    await this.db.lock('conversation', companyId, contactId, connectionId);
    const [row] = await this.rows.page(
      "select t.* from tickets t where t.company_id = ? and t.contact_id = ? and t.whatsapp_id = ? and t.status <> 'closed'",
      [companyId, contactId, connectionId],
    );
    return row && holderOf(row);
  }

  private clearAutomation(ticket: Ticket, input: UpdateTicketInput): void {
    if (input.useIntegration !== undefined) ticket.useIntegration = input.useIntegration === true;
    if (input.promptId === null) ticket.promptId = null;
    if (input.integrationId === null) ticket.integrationId = null;
  }

  /**
   * Locks the conversation (the key of {@link openOne}) before its row, in the order of an inbound message: otherwise the
   * two could wait for each other, and a message could still go into what is just being closed.
   */
  private async find(id: number): Promise<Ticket> {
    await this.db.rows(
      `select pg_advisory_xact_lock(hashtextextended(concat_ws(':', 'conversation', company_id, contact_id, whatsapp_id), 0))
       from tickets where company_id = ? and id = ?`,
      [this.context.companyId, id],
    );
    const ticket = await this.db.em.findOne(Ticket, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!ticket) throw ticketErrors.ERR_NO_TICKET_FOUND();
    return ticket;
  }

  private shown(row: TicketRow | undefined): TicketRow {
    if (!row) throw ticketErrors.ERR_NO_TICKET_FOUND();
    if (!sees(this.context.actor, row)) throw ticketNotAllowed();
    return row;
  }

  private async changed(ticket: Ticket, before: TicketPlace | null): Promise<TicketRow> {
    await this.db.em.flush();
    this.events.emit(new TicketChanged(this.context.companyId, ticket.id, before));
    const row = await this.rows.byId(ticket.id);
    if (!row) throw ticketErrors.ERR_NO_TICKET_FOUND();
    return row;
  }
}

export const placeOf = ({ status, userId, queueId }: Ticket): TicketPlace => ({ status, userId, queueId });

const holderOf = ({ id, uuid, userId, user, queue }: TicketRow) => ({
  id,
  uuid,
  userId,
  user: user && { name: user.name },
  queue: queue && { name: queue.name },
});
