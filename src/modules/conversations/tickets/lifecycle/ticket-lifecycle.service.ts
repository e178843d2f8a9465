import { Injectable } from '@nestjs/common';
import type { RawBuilder } from 'kysely';
import { Clock } from '../../../../core/clock.js';
import { Context } from '../../../../core/context.js';
import { Db } from '../../../../core/database/db.js';
import type { Condition } from '../../../../core/database/statements.js';
import { InTransaction } from '../../../../core/events/event.js';
import { Events } from '../../../../core/events/events.js';
import { ConnectionRemoving } from '../../../channels/connections/connections.events.js';
import { QueueRemoving } from '../../../people/queues/queues.events.js';
import { MembershipsLost, UserRemoving, UserRightsSet } from '../../../people/users/users.events.js';
import { CompaniesService } from '../../../platform/companies/registration/companies.service.js';
import type { CycleTimes } from '../queries/tickets.queries.js';
import { keptPosition, returnToLane, topPosition } from '../tags/ticket-lanes.queries.js';
import { Ticket } from '../ticket.entity.js';
import { ticketErrors } from '../tickets.errors.js';
import { actionBy, type TicketActionKind, type TicketAssignment, TicketChanged } from '../tickets.events.js';
import { CustomerServiceWindowService } from './customer-service-window.service.js';
import { TicketCyclesService } from './ticket-cycles.service.js';
import {
  type ChangedTicket,
  type CreatedTicket,
  clearTicketQueue,
  clearTicketResponder,
  clearTicketUser,
  closeTickets,
  createTickets,
  type NewTicket,
  notVisibleToUser,
  ofQueue,
  ofUser,
  ofUserInQueues,
  type Responder,
  returnTicketsToPending,
  type TicketsOf,
} from './ticket-lifecycle.queries.js';

const noResponder = { useIntegration: false, promptId: null, integrationId: null };

/** The fields that an action changes, and what is needed to undo it. */
export interface TicketSnapshot
  extends TicketAssignment,
    Readonly<Pick<Ticket, 'connectionId' | 'useIntegration' | 'promptId' | 'integrationId'>> {
  /** The time as JSON; absent in rows that the previous release stored. */
  readonly botPausedAt?: string | null;
  /** The newest cycle of the ticket. */
  readonly cycle: CycleTimes | null;
}

/**
 * The only place that writes status, user and queue of tickets, and updates their cycles accordingly. Callers lock the
 * ticket, check rights, and dispatch and emit the change. When a user, queue, membership or connection is removed, its
 * tickets become pending or are closed in the same transaction.
 */
@Injectable()
export class TicketLifecycleService {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly clock: Clock,
    private readonly events: Events,
    private readonly companies: CompaniesService,
    private readonly cycles: TicketCyclesService,
    private readonly windows: CustomerServiceWindowService,
  ) {}

  async create(ticket: NewTicket): Promise<Ticket> {
    const created = await this.createAll([ticket]);
    return this.db.em.findOneOrFail(Ticket, { id: { $in: created.map(({ id }) => id) } });
  }

  /** Creates tickets with protocols and first cycles; returns them in the same order. */
  async createAll(tickets: readonly NewTicket[]): Promise<CreatedTicket[]> {
    const code = await this.companies.nextTicketCodes(tickets.length);
    if (code === undefined) throw ticketErrors.ERR_CREATING_TICKET();
    const placed = tickets.map((each) => ({ ...each, hasWindow: this.windows.exists(each.connection.channel) }));
    return this.db.rows(createTickets(this.db.companyId, code, placed, this.clock.now()));
  }

  /** Makes the ticket open for the user, or pending without one; a closed ticket is reopened. */
  async assign(ticket: Ticket, { userId, queueId }: Omit<TicketAssignment, 'status'>): Promise<void> {
    const reopened = ticket.status === 'closed';
    ticket.status = userId === null ? 'pending' : 'open';
    ticket.userId = userId;
    ticket.queueId = queueId;
    if (userId !== null) Object.assign(ticket, noResponder);
    await this.db.em.flush();
    // puts it at the top of its kanban lane
    if (reopened) await this.returnToBoard(ticket, topPosition);
    if (reopened) await this.cycles.start(ticket.id, userId);
    else if (userId !== null) await this.cycles.assign(ticket.id, userId);
    else await this.cycles.requeue([ticket.id]);
  }

  async close(ticket: Ticket): Promise<void> {
    ticket.status = 'closed';
    Object.assign(ticket, noResponder, { botPausedAt: null });
    await this.db.em.flush();
    await this.cycles.finish([ticket.id]);
  }

  /** Sets what answers the ticket until it has an attendant; accepting and closing clear it. */
  async setResponder(ticket: Ticket, { promptId = null, integrationId = null }: Responder): Promise<void> {
    Object.assign(ticket, { promptId, integrationId, useIntegration: integrationId !== null });
    await this.db.em.flush();
  }

  /** Since this time a person has to answer; null: bots may answer again. */
  async setBotPaused(ticket: Ticket, botPausedAt: Date | null): Promise<void> {
    ticket.botPausedAt = botPausedAt;
    await this.db.em.flush();
  }

  /** Clears a prompt or an integration that is about to be removed. @returns the tickets that it answered */
  async clearResponder(responder: Responder): Promise<ChangedTicket[]> {
    const changed = await this.db.rows(clearTicketResponder(this.db.companyId, responder));
    for (const { id } of changed) this.events.emit(new TicketChanged({ companyId: this.db.companyId, ticketId: id }));
    return changed;
  }

  async takeSnapshot(ticket: Ticket): Promise<TicketSnapshot> {
    const { status, userId, queueId, connectionId, useIntegration, promptId, integrationId } = ticket;
    const cycle = (await this.cycles.latest(ticket.id)) ?? null;
    const botPausedAt = ticket.botPausedAt?.toISOString() ?? null;
    return { status, userId, queueId, connectionId, useIntegration, promptId, integrationId, botPausedAt, cycle };
  }

  /** Restores all fields but the connection, which the caller has checked and set. */
  async restore(
    ticket: Ticket,
    { cycle, connectionId: _connectionId, botPausedAt = null, ...state }: TicketSnapshot,
  ): Promise<void> {
    const reopened = ticket.status === 'closed';
    Object.assign(ticket, state, { botPausedAt: botPausedAt && new Date(botPausedAt) });
    await this.db.em.flush();
    if (reopened) await this.returnToBoard(ticket, keptPosition);
    if (cycle) await this.cycles.restore(ticket.id, cycle);
  }

  @InTransaction(UserRemoving)
  async userRemoving({ userId }: UserRemoving): Promise<void> {
    await this.returnToPending(ofUser(userId));
    // closed tickets; their cycles keep the user
    await this.db.rows(clearTicketUser(this.db.companyId, userId));
  }

  @InTransaction(MembershipsLost)
  membershipsLost({ userId, queueIds }: MembershipsLost): Promise<void> {
    return this.returnToPending(ofUserInQueues(userId, queueIds));
  }

  @InTransaction(UserRightsSet)
  rightsSet({ userId }: UserRightsSet): Promise<void> {
    return this.returnToPending(notVisibleToUser(userId));
  }

  @InTransaction(QueueRemoving)
  async queueRemoving({ queueId }: QueueRemoving): Promise<void> {
    await this.returnToPending(ofQueue(queueId));
    await this.clearQueue(queueId);
  }

  /** Closes the tickets without automatic texts, as their connection no longer exists. */
  @InTransaction(ConnectionRemoving)
  async connectionRemoving({ connectionId }: ConnectionRemoving): Promise<void> {
    this.emitChanges(await this.closeSilently({ connectionId }), 'closed');
  }

  /** Computes the lane again, as closed tickets keep their tags but not their lane when lanes change. */
  private async returnToBoard({ id }: Ticket, position: RawBuilder<unknown>): Promise<void> {
    await this.db.run(returnToLane(this.db.companyId, id, position));
  }

  /** Makes matching open tickets pending. @param where condition on the alias `t` */
  private async returnToPending(where: Condition): Promise<void> {
    const changed = await this.db.rows(returnTicketsToPending(this.db.companyId, where));
    await this.cycles.requeue(changed.map(({ id }) => id));
    this.emitChanges(changed, 'released');
  }

  /** Closes the tickets without automatic texts; the caller emits the changes. */
  async closeSilently(of: TicketsOf): Promise<ChangedTicket[]> {
    const changed = await this.db.rows(closeTickets(this.db.companyId, of));
    await this.cycles.finish(changed.map(({ id }) => id));
    return changed;
  }

  /** Clears the queue, which is about to be removed, in pending and closed tickets; cycles keep it. */
  private async clearQueue(queueId: number): Promise<void> {
    const changed = await this.db.rows(clearTicketQueue(this.db.companyId, queueId));
    this.emitChanges(
      changed.filter(({ status }) => status !== 'closed'),
      'released',
    );
  }

  private emitChanges(changed: readonly ChangedTicket[], kind: TicketActionKind): void {
    const { companyId, maybeActor } = this.context;
    for (const { id, ...before } of changed)
      this.events.emit(new TicketChanged({ companyId, ticketId: id, before, action: actionBy(kind, maybeActor) }));
  }
}
