import { Injectable } from '@nestjs/common';
import { Audit } from '../../../../core/audit/audit.js';
import { Context, userIdOf } from '../../../../core/context.js';
import { Db } from '../../../../core/database/db.js';
import { coreErrors } from '../../../../core/errors/core-errors.js';
import { Events } from '../../../../core/events/events.js';
import { t } from '../../../../core/i18n.js';
import type { Connection } from '../../../channels/connections/connection.entity.js';
import { ConnectionsService } from '../../../channels/connections/crud/connections.service.js';
import type { Contact } from '../../../contacts/contacts/contact.entity.js';
import { ContactsService } from '../../../contacts/contacts/crud/contacts.service.js';
import { UsersService } from '../../../people/users/crud/users.service.js';
import { TicketTransfersService } from '../assignment/ticket-transfers.service.js';
import { InboundTicketsService, type NewAssignment } from '../lifecycle/inbound-tickets.service.js';
import { TicketLifecycleService } from '../lifecycle/ticket-lifecycle.service.js';
import { conflictingTicketOf, TicketLocksService } from '../lifecycle/ticket-locks.service.js';
import { assigneeNames } from '../queries/ticket-references.queries.js';
import { type CycleRow, cyclesOf, type TicketRow } from '../queries/tickets.queries.js';
import type { Ticket } from '../ticket.entity.js';
import type { CreateTicketInput, UpdateTicketInput } from '../tickets.dto.js';
import {
  otherOpenTicket,
  queueRequired,
  ticketAlreadyAssigned,
  ticketCreationConflict,
  ticketErrors,
  ticketNotAllowed,
  userRequired,
} from '../tickets.errors.js';
import {
  actionBy,
  assignmentOf,
  dispatchTransition,
  type TicketActionKind,
  type TicketAssignment,
  TicketChanged,
  TicketRemoved,
  TicketRemoving,
  type TicketTransition,
} from '../tickets.events.js';
import { inQueues, sees } from '../tickets.policy.js';
import { TicketRowsService } from './ticket-rows.service.js';

/** Actions of attendants on tickets: create, accept, transfer, close, reopen, remove. */
@Injectable()
export class TicketsService {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly events: Events,
    private readonly audit: Audit,
    private readonly rows: TicketRowsService,
    private readonly locks: TicketLocksService,
    private readonly lifecycle: TicketLifecycleService,
    private readonly transfers: TicketTransfersService,
    private readonly connections: ConnectionsService,
    private readonly contacts: ContactsService,
    private readonly users: UsersService,
    private readonly inbound: InboundTicketsService,
  ) {}

  /** @throws 404 for an unknown ticket, 403 'Acesso não permitido' for one that the caller does not see */
  async get(id: number): Promise<TicketRow> {
    return this.assertVisible(await this.rows.get(id));
  }

  /** Lists the ticket's cycles with their ratings. @throws as {@link get} */
  async listCycles(id: number): Promise<CycleRow[]> {
    await this.get(id);
    return this.db.rows(cyclesOf(this.context.companyId, id));
  }

  async getByUuid(uuid: string): Promise<TicketRow> {
    const row = await this.rows.byUuid(uuid);
    if (!row) throw ticketErrors.ERR_NO_TICKET_FOUND();
    return this.assertVisible(row);
  }

  /**
   * The ticket in which an integration writes to a contact: found or created as for a message of the contact; a new one
   * gets this queue and user. @throws 404 for an unknown queue or user, 400 for a user outside of the queue
   */
  async findOrCreate(
    contact: Pick<Contact, 'id' | 'isGroup'>,
    connection: Pick<Connection, 'id' | 'channel'>,
    { queueId, userId }: NewAssignment,
  ): Promise<TicketRow> {
    if (queueId) await this.transfers.assertQueue(queueId);
    const { id, created } = await this.inbound.findOrCreate(contact, connection, {
      queueId: queueId ?? null,
      userId: userId ?? null,
    });
    const ticket = await this.rows.get(id);
    const moves = (queueId && queueId !== ticket.queueId) || (userId && userId !== ticket.userId);
    if (created || !moves) return ticket;
    return this.update(id, { ...(queueId ? { queueId } : {}), ...(userId ? { userId } : {}) });
  }

  /** @throws 409 in the spec's format when the contact has an open ticket on that connection */
  async create(input: CreateTicketInput): Promise<TicketRow> {
    const { actor } = this.context;
    const queueId = input.queueId ?? null;
    if (queueId === null ? actor.profile !== 'admin' : !inQueues(actor, { queueId })) throw queueRequired();
    const contact = await this.contactOf(input);
    const connection = await this.connections.findOrDefault(input.whatsappId ?? (await this.ownConnection()));
    const other = await this.locks.lockOpenTicket(contact.id, connection.id);
    if (other) throw ticketCreationConflict(conflictingTicketOf(other));
    const userId = input.userId ?? userIdOf(actor);
    if (userId !== actor.userId && actor.profile !== 'admin') throw coreErrors.ERR_NO_PERMISSION();
    if (userId !== null && userId !== actor.userId) await this.transfers.assertMember(userId, queueId);
    const ticket = await this.lifecycle.create({ contact, connection, queueId, userId });
    this.audit.record('ticket.created', ticket.id, { code: ticket.code });
    return this.saveAndEmit(ticket, null, 'created');
  }

  /** @throws 400 for a number that is none, 404 for an unknown contact */
  private contactOf({ contactId, number, name }: CreateTicketInput): Promise<Contact> {
    return number ? this.contacts.withNumber(number, name ?? null) : this.contacts.getExisting(contactId);
  }

  /**
   * Accepts, reopens, closes or transfers the ticket, depending on the fields of the body (behaviour.md §4).
   * @param deferred the transitions are added to it instead of being dispatched
   */
  async update(id: number, input: UpdateTicketInput, deferred?: TicketTransition[]): Promise<TicketRow> {
    const ticket = await this.locks.lock(id);
    const before = assignmentOf(ticket);
    if (input.promptId || input.integrationId)
      throw coreErrors.ERR_VALIDATION({ fields: { promptId: t('Valor inválido', 'Invalid value', 'Valor inválido') } });
    const { program } = this.context.actor;
    if (input.status === 'open' && program && !input.userId) throw userRequired();
    if (input.status === 'open' && !program) {
      if (await this.acceptOrReopen(ticket, input, deferred))
        return this.saveAndEmit(ticket, before, before.status === 'closed' ? 'reopened' : 'accepted');
      return this.get(id);
    }
    if (!sees(this.context.actor, before)) throw ticketNotAllowed();
    const { connectionId } = ticket;
    const action =
      input.status === 'closed'
        ? await this.close(ticket, deferred)
        : await this.transfers.transfer(ticket, input, deferred);
    if (action === 'transferred') await this.auditTransfer(ticket, { ...before, connectionId });
    this.clearAutomation(ticket, input);
    return this.saveAndEmit(ticket, before, action);
  }

  /**
   * Gives the ticket back to the bots: it is pending without an attendant, and they may answer although a person wrote.
   * @param deferred the transition is added to it instead of being dispatched
   */
  async giveToBot(id: number, deferred?: TicketTransition[]): Promise<TicketRow> {
    const ticket = await this.locks.lock(id);
    const before = assignmentOf(ticket);
    if (!sees(this.context.actor, before)) throw ticketNotAllowed();
    if (ticket.isGroup || ticket.status === 'closed') throw ticketErrors.ERR_TICKET_NOT_ATTENDED();
    const wasOpen = ticket.status === 'open';
    if (wasOpen) await this.lifecycle.assign(ticket, { userId: null, queueId: ticket.queueId });
    await this.lifecycle.setBotPaused(ticket, null);
    this.audit.record('ticket.givenToBot', id, { code: ticket.code });
    await dispatchTransition(this.events, 'givenToBot', ticket, deferred);
    return this.saveAndEmit(ticket, before, wasOpen ? 'transferred' : undefined);
  }

  /** Removes the ticket with its messages and files. The audit log keeps an entry. */
  async remove(id: number): Promise<void> {
    const ticket = await this.locks.lock(id);
    const before = assignmentOf(ticket);
    await this.events.dispatch(new TicketRemoving({ ticket }));
    const { code, contactId, uuid } = ticket;
    this.audit.record('ticket.deleted', id, { code, contactId, uuid });
    this.db.em.remove(ticket);
    await this.db.em.flush();
    const { companyId, actor } = this.context;
    this.events.emit(new TicketRemoved({ companyId, ticketId: id, before, action: actionBy('deleted', actor) }));
  }

  private async close(ticket: Ticket, deferred?: TicketTransition[]): Promise<TicketActionKind | undefined> {
    if (ticket.status === 'closed') return undefined;
    await this.lifecycle.close(ticket);
    this.audit.record('ticket.closed', ticket.id, { code: ticket.code });
    await dispatchTransition(this.events, 'closed', ticket, deferred);
    return 'closed';
  }

  /**
   * Accepts or reopens the ticket for the caller. false: it is already theirs, and nothing changes.
   * @throws 409 with the user's name when another user has it, or when the contact has another open ticket
   */
  private async acceptOrReopen(
    ticket: Ticket,
    input: UpdateTicketInput,
    deferred?: TicketTransition[],
  ): Promise<boolean> {
    const { actor } = this.context;
    if (ticket.status === 'open' && ticket.userId === actor.userId) return false;
    if (!inQueues(actor, ticket)) throw ticketNotAllowed();
    if (ticket.status === 'open' && ticket.userId !== null)
      throw ticketAlreadyAssigned(conflictingTicketOf(await this.rows.get(ticket.id)));
    const wasPending = ticket.status === 'pending';
    if (!wasPending) {
      if (!sees(actor, assignmentOf(ticket))) throw ticketNotAllowed();
      const other = await this.locks.lockOpenTicket(ticket.contactId, ticket.connectionId);
      if (other && other.id !== ticket.id) throw otherOpenTicket(conflictingTicketOf(other));
      await this.transfers.refreshWindow(ticket);
    }
    const { queueId } = input;
    this.clearAutomation(ticket, input);
    await this.lifecycle.assign(ticket, {
      userId: actor.userId,
      queueId: queueId && inQueues(actor, { queueId }) ? queueId : ticket.queueId,
    });
    this.audit.record(wasPending ? 'ticket.accepted' : 'ticket.reopened', ticket.id, { code: ticket.code });
    if (wasPending) await dispatchTransition(this.events, 'accepted', ticket, deferred);
    return true;
  }

  /** Records the new assignment with its current names, unless user, queue and connection are the same. */
  private async auditTransfer(
    ticket: Ticket,
    before: Pick<Ticket, 'userId' | 'queueId' | 'connectionId'>,
  ): Promise<void> {
    const { id, code, userId, queueId, connectionId } = ticket;
    const connectionChanged = connectionId !== before.connectionId;
    if (userId === before.userId && queueId === before.queueId && !connectionChanged) return;
    const row = await this.db.row(assigneeNames(this.db.companyId, ticket, connectionChanged ? connectionId : null));
    this.audit.record('ticket.transferred', id, { code, to: row?.names || '–' });
  }

  /** The caller's default connection, unless it was removed. */
  private async ownConnection(): Promise<number | null> {
    const id = await this.users.defaultConnection();
    return id !== null && (await this.connections.exists(id)) ? id : null;
  }

  private clearAutomation(ticket: Ticket, input: UpdateTicketInput): void {
    if (input.useIntegration !== undefined) ticket.useIntegration = input.useIntegration === true;
    if (input.promptId === null) ticket.promptId = null;
    if (input.integrationId === null) ticket.integrationId = null;
  }

  private assertVisible(row: TicketRow): TicketRow {
    if (!sees(this.context.actor, row)) throw ticketNotAllowed();
    return row;
  }

  private async saveAndEmit(
    ticket: Ticket,
    before: TicketAssignment | null,
    action: TicketActionKind | undefined,
  ): Promise<TicketRow> {
    await this.db.em.flush();
    const { companyId, actor } = this.context;
    this.events.emit(
      new TicketChanged({ companyId, ticketId: ticket.id, before, action: action ? actionBy(action, actor) : null }),
    );
    return this.rows.get(ticket.id);
  }
}
