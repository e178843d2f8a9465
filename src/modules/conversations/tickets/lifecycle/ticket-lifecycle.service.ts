import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { Context } from '../../../../core/context.js';
import { Db } from '../../../../core/database/db.js';
import { type Condition, listed } from '../../../../core/database/statements.js';
import { InTransaction } from '../../../../core/events/event.js';
import { Events } from '../../../../core/events/events.js';
import type { Connection } from '../../../channels/connections/connection.entity.js';
import { ConnectionRemoving } from '../../../channels/connections/connections.events.js';
import type { Contact } from '../../../contacts/contacts/contact.entity.js';
import { QueueRemoving } from '../../../people/queues/queues.events.js';
import { MembershipsLost, UserRemoving, UserRightsSet } from '../../../people/users/users.events.js';
import { CompaniesService } from '../../../platform/companies/registration/companies.service.js';
import { notVisibleToAssignee } from '../queries/ticket-references.queries.js';
import type { CycleTimes } from '../queries/tickets.queries.js';
import { returnToLane, topPosition } from '../tags/ticket-lanes.queries.js';
import { Ticket } from '../ticket.entity.js';
import { ticketErrors } from '../tickets.errors.js';
import { actionBy, type TicketActionKind, type TicketAssignment, TicketChanged } from '../tickets.events.js';
import { CustomerServiceWindow } from './customer-service-window.service.js';
import { TicketCycles } from './ticket-cycles.service.js';

export interface NewTicket {
  readonly contact: Pick<Contact, 'id' | 'isGroup'>;
  readonly connection: Pick<Connection, 'id' | 'channel'>;
  readonly queueId: number | null;
  /** null: it is pending. */
  readonly userId: number | null;
  /** It keeps messages that nobody waits to be answered: closed, without an attendance. */
  readonly isHistory?: boolean;
}

export type CreatedTicket = Pick<Ticket, 'id' | 'userId' | 'contactId' | 'whatsappId'>;

/** The prompt or the integration that answers a ticket by itself. */
export type Responder = Readonly<Partial<Pick<Ticket, 'promptId' | 'integrationId'>>>;

const noResponder = { useIntegration: false, promptId: null, integrationId: null };

/** What an action changes of a ticket, and what is needed to undo the action. */
export interface TicketSnapshot
  extends TicketAssignment,
    Readonly<Pick<Ticket, 'whatsappId' | 'useIntegration' | 'promptId' | 'integrationId'>> {
  /** As JSON has it; absent in what was stored by the release before. */
  readonly botPausedAt?: string | null;
  /** Its newest cycle. */
  readonly cycle: CycleTimes | null;
}

/** A ticket as it was before its change. */
export type ChangedTicket = TicketAssignment & Pick<Ticket, 'id'>;

const touched = sql`updated_at = greatest(now(), t.updated_at + interval '1 millisecond')`;

/**
 * The only place that writes status, user and queue of tickets, and keeps their cycles in step. Callers hold the lock,
 * check rights, and dispatch and emit what changed. Tickets whose user, queue, membership or connection is removed are
 * returned to pending or closed in the same transaction.
 */
@Injectable()
export class TicketLifecycle {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly events: Events,
    private readonly companies: CompaniesService,
    private readonly cycles: TicketCycles,
    private readonly windows: CustomerServiceWindow,
  ) {}

  async create(ticket: NewTicket): Promise<Ticket> {
    const created = await this.createAll([ticket]);
    return this.db.em.findOneOrFail(Ticket, { id: { $in: created.map(({ id }) => id) } });
  }

  /** With their protocols and their first cycles, in the same order. */
  async createAll(tickets: readonly NewTicket[]): Promise<CreatedTicket[]> {
    const code = await this.companies.nextTicketCodes(tickets.length);
    if (code === undefined) throw ticketErrors.ERR_CREATING_TICKET();
    return this.db.rows(sql<CreatedTicket>`
      with created as (
        insert into tickets (company_id, uuid, code, status, user_id, queue_id, whatsapp_id, contact_id, is_group, channel,
          window_until)
        select ${this.db.companyId}, gen_random_uuid(), ${code} + n.position - 1,
          case when n.is_history then 'closed' when n.user_id is null then 'pending' else 'open' end, n.user_id, n.queue_id, n.connection_id, n.contact_id,
          n.is_group, n.channel, case when n.has_window then ${this.windows.remainingSql(sql`n.contact_id`, sql`n.connection_id`)} end
        from ${listed('n', {
          user_id: ['bigint', tickets.map(({ userId }) => userId)],
          queue_id: ['bigint', tickets.map(({ queueId }) => queueId)],
          connection_id: ['bigint', tickets.map(({ connection }) => connection.id)],
          contact_id: ['bigint', tickets.map(({ contact }) => contact.id)],
          is_group: ['boolean', tickets.map(({ contact }) => contact.isGroup)],
          is_history: ['boolean', tickets.map(({ isHistory = false }) => isHistory)],
          channel: ['text', tickets.map(({ connection }) => connection.channel)],
          has_window: ['boolean', tickets.map(({ connection }) => this.windows.exists(connection.channel))],
        })}
        order by n.position
        returning company_id, id, user_id, contact_id, whatsapp_id, status),
      cycles as (
        insert into ticket_cycles (company_id, ticket_id, number, queued_at, started_at, user_id)
        select company_id, id, 1, case when user_id is null then now() end, case when user_id is not null then now() end,
          user_id
        from created where status <> 'closed')
      select id, user_id as "userId", contact_id as "contactId", whatsapp_id as "whatsappId" from created order by id`);
  }

  /** Open for the user, or pending without one; a closed ticket is reopened. */
  async assign(ticket: Ticket, { userId, queueId }: Omit<TicketAssignment, 'status'>): Promise<void> {
    const reopened = ticket.status === 'closed';
    ticket.status = userId === null ? 'pending' : 'open';
    ticket.userId = userId;
    ticket.queueId = queueId;
    if (userId !== null) Object.assign(ticket, noResponder);
    await this.db.em.flush();
    // it is at the top of its lane on the kanban board
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

  /** What answers the ticket as long as it has no attendant; an acceptance and a close clear it. */
  async setResponder(ticket: Ticket, { promptId = null, integrationId = null }: Responder): Promise<void> {
    Object.assign(ticket, { promptId, integrationId, useIntegration: integrationId !== null });
    await this.db.em.flush();
  }

  /** The prompt or the integration is about to be removed. @returns the tickets that it answered */
  async clearResponder({ promptId, integrationId }: Responder): Promise<ChangedTicket[]> {
    const changed = await this.update(
      sql`use_integration = false, prompt_id = null, integration_id = null, ${touched}`,
      promptId ? sql`t.prompt_id = ${promptId}` : sql`t.integration_id = ${integrationId}`,
    );
    for (const { id } of changed) this.events.emit(new TicketChanged(this.db.companyId, id));
    return changed;
  }

  async takeSnapshot(ticket: Ticket): Promise<TicketSnapshot> {
    const { status, userId, queueId, whatsappId, useIntegration, promptId, integrationId } = ticket;
    const cycle = (await this.cycles.latest(ticket.id)) ?? null;
    const botPausedAt = ticket.botPausedAt?.toISOString() ?? null;
    return { status, userId, queueId, whatsappId, useIntegration, promptId, integrationId, botPausedAt, cycle };
  }

  /** All but the connection, which the caller has checked and set. */
  async restore(
    ticket: Ticket,
    { cycle, whatsappId: _whatsappId, botPausedAt = null, ...state }: TicketSnapshot,
  ): Promise<void> {
    const reopened = ticket.status === 'closed';
    Object.assign(ticket, state, { botPausedAt: botPausedAt && new Date(botPausedAt) });
    await this.db.em.flush();
    if (reopened) await this.returnToBoard(ticket, sql`kanban_position`);
    if (cycle) await this.cycles.restore(ticket.id, cycle);
  }

  @InTransaction(UserRemoving)
  async userRemoving({ userId }: UserRemoving): Promise<void> {
    await this.returnToPending(sql`t.user_id = ${userId}`);
    await this.clearUser(userId);
  }

  @InTransaction(MembershipsLost)
  membershipsLost({ userId, queueIds }: MembershipsLost): Promise<void> {
    return this.returnToPending(sql`t.user_id = ${userId} and t.queue_id = any(${queueIds}::bigint[])`);
  }

  @InTransaction(UserRightsSet)
  rightsSet({ userId }: UserRightsSet): Promise<void> {
    return this.returnToPending(sql`t.user_id = ${userId} and ${notVisibleToAssignee}`);
  }

  @InTransaction(QueueRemoving)
  async queueRemoving({ queueId }: QueueRemoving): Promise<void> {
    await this.returnToPending(sql`t.queue_id = ${queueId}`);
    await this.clearQueue(queueId);
  }

  /** Without automatic texts: there is no connection any more to send them by. */
  @InTransaction(ConnectionRemoving)
  async connectionRemoving({ connectionId }: ConnectionRemoving): Promise<void> {
    this.emitChanges(await this.closeSilently(sql`t.whatsapp_id = ${connectionId}`), 'closed');
  }

  /** Closed tickets keep their tags but not their lane, when the lanes change. */
  private async returnToBoard({ id }: Ticket, position: RawBuilder<unknown>): Promise<void> {
    await this.db.run(returnToLane(this.db.companyId, id, position));
  }

  /** Of the open tickets that match. @param where on the alias `t` */
  private async returnToPending(where: Condition): Promise<void> {
    const changed = await this.update(
      sql`status = 'pending', user_id = null, ${touched}`,
      sql`t.status = 'open' and ${where}`,
    );
    await this.cycles.requeue(changed.map(({ id }) => id));
    this.emitChanges(changed, 'released');
  }

  /** Closes the tickets that match without the automatic texts; the caller emits the changes. @param where on the alias `t` */
  async closeSilently(where: Condition): Promise<ChangedTicket[]> {
    const changed = await this.update(
      sql`status = 'closed', use_integration = false, prompt_id = null, integration_id = null, bot_paused_at = null, ${touched}`,
      sql`t.status <> 'closed' and ${where}`,
    );
    await this.cycles.finish(changed.map(({ id }) => id));
    return changed;
  }

  /** The queue is about to be removed: its pending and closed tickets and its cycles have none any more. */
  private async clearQueue(queueId: number): Promise<void> {
    const changed = await this.update(sql`queue_id = null`, sql`t.queue_id = ${queueId}`);
    this.emitChanges(
      changed.filter(({ status }) => status !== 'closed'),
      'released',
    );
    await this.cycles.clearQueue(queueId);
  }

  /** The user is about to be removed: closed tickets and cycles have none any more. */
  private async clearUser(userId: number): Promise<void> {
    await this.update(sql`user_id = null`, sql`t.user_id = ${userId}`);
    await this.cycles.clearUser(userId);
  }

  private emitChanges(changed: readonly ChangedTicket[], kind: TicketActionKind): void {
    const { companyId, maybeActor } = this.context;
    for (const { id, ...before } of changed)
      this.events.emit(new TicketChanged(companyId, id, before, actionBy(kind, maybeActor)));
  }

  private update(assignments: RawBuilder<unknown>, where: Condition): Promise<ChangedTicket[]> {
    const { companyId } = this.context;
    return this.db.rows<ChangedTicket>(sql`update tickets t set ${assignments}
       from (select t.id, t.status, t.user_id, t.queue_id from tickets t
         where t.company_id = ${companyId} and ${where} for update) old
       where t.company_id = ${companyId} and t.id = old.id
       returning t.id, old.status, old.user_id as "userId", old.queue_id as "queueId"`);
  }
}
