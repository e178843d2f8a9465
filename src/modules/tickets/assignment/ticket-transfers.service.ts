import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Context } from '../../../core/context.js';
import { Db } from '../../../core/database/db.js';
import { coreErrors } from '../../../core/errors/core-errors.js';
import { Events } from '../../../core/events/events.js';
import { t } from '../../../core/i18n.js';
import { ConnectionsService } from '../../connections/connections.service.js';
import { queueErrors } from '../../queues/queues.errors.js';
import { userErrors } from '../../users/users.errors.js';
import { CustomerServiceWindow } from '../lifecycle/customer-service-window.service.js';
import { TicketCycles } from '../lifecycle/ticket-cycles.service.js';
import type { Ticket } from '../ticket.entity.js';
import type { UpdateTicketInput } from '../tickets.dto.js';
import { otherOpenTicket } from '../tickets.errors.js';
import { dispatchTransition, type TicketTransition } from '../tickets.events.js';
import { TicketQueries } from '../tickets.queries.js';

const notMember = t(
  'O atendente não pertence a este departamento',
  'The attendant is not in this department',
  'El agente no pertenece a este departamento',
);

/** Hands a conversation to a department, a person or another connection. */
@Injectable()
export class TicketTransfers {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly rows: TicketQueries,
    private readonly cycles: TicketCycles,
    private readonly connections: ConnectionsService,
    private readonly windows: CustomerServiceWindow,
    private readonly events: Events,
  ) {}

  /** A department without a person → waiting there; a person → open for them. undefined: nothing of it is new. */
  async transfer(
    ticket: Ticket,
    { status, userId, queueId, whatsappId }: UpdateTicketInput,
    deferred?: TicketTransition[],
  ): Promise<'transferred' | undefined> {
    const connects = Boolean(whatsappId) && whatsappId !== ticket.whatsappId;
    if (whatsappId && connects) await this.moveConnection(ticket, whatsappId);
    const queueChanges = queueId !== undefined && queueId !== ticket.queueId;
    const moves = queueChanges || status === 'pending' || (userId !== undefined && userId !== ticket.userId);
    if (!moves) return connects ? 'transferred' : undefined;
    const department = queueId === undefined ? ticket.queueId : queueId;
    if (queueChanges && department !== null) await this.assertQueue(department);
    if (userId) await this.assertMember(userId, department);
    const reopened = ticket.status === 'closed';
    if (reopened) {
      await this.assertNoOtherOpen(ticket, ticket.whatsappId);
      await this.refreshWindow(ticket);
    }
    ticket.queueId = department;
    ticket.userId = userId ?? null;
    ticket.status = userId ? 'open' : 'pending';
    await this.db.em.flush();
    if (reopened) await this.cycles.start(ticket.id, ticket.userId);
    else if (userId) await this.cycles.assign(ticket.id, userId);
    else await this.cycles.requeue(ticket.id);
    if (queueChanges) await dispatchTransition(this.events, 'transferred', ticket, deferred);
    return 'transferred';
  }

  /** @throws 404 for nobody of this company, 400 for somebody outside the department; managers belong to all. */
  async assertMember(userId: number, queueId: number | null): Promise<void> {
    const user = await this.db.row<{ member: boolean }>(
      sql`select u.profile = 'admin' or (${queueId}::bigint is null and u.all_ticket = 'enabled') or exists (
         select 1 from user_queues uq where uq.company_id = u.company_id and uq.user_id = u.id
           and uq.queue_id = ${queueId}) as member
       from users u where u.company_id = ${this.context.companyId} and u.id = ${userId}`,
    );
    if (!user) throw userErrors.ERR_NO_USER_FOUND();
    if (!user.member) throw coreErrors.ERR_VALIDATION({ fields: { userId: notMember } });
  }

  /** @throws 404 for no department of this company */
  async assertQueue(queueId: number): Promise<void> {
    const queue = await this.db.row(
      sql`select 1 from queues where company_id = ${this.context.companyId} and id = ${queueId}`,
    );
    if (!queue) throw queueErrors.ERR_NO_QUEUE_FOUND();
  }

  /** @throws 404 for no connection of this company, 409 when the contact has another open conversation there */
  async moveConnection(ticket: Ticket, whatsappId: number): Promise<void> {
    const connection = await this.connections.findOrDefault(whatsappId);
    if (ticket.status !== 'closed') await this.assertNoOtherOpen(ticket, connection.id);
    ticket.whatsappId = connection.id;
    ticket.channel = connection.channel;
    await this.refreshWindow(ticket);
  }

  /** The customer may have written in a later conversation, or never on this connection. */
  async refreshWindow(ticket: Ticket): Promise<void> {
    const { contactId, whatsappId, channel } = ticket;
    ticket.windowUntil = await this.windows.remaining(contactId, { id: whatsappId, channel });
  }

  private async assertNoOtherOpen(ticket: Ticket, connectionId: number): Promise<void> {
    const { companyId } = this.context;
    await this.db.lock('conversation', companyId, ticket.contactId, connectionId);
    const [other] = await this.rows.page(
      sql`select t.* from tickets t where t.company_id = ${companyId} and t.contact_id = ${ticket.contactId}
       and t.whatsapp_id = ${connectionId} and t.status <> 'closed' and t.id <> ${ticket.id}`,
    );
    if (other)
      throw otherOpenTicket({
        id: other.id,
        uuid: other.uuid,
        userId: other.userId,
        user: other.user,
        queue: other.queue,
      });
  }
}
