import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { invalidField } from '../../../../core/errors/core-errors.js';
import { Events } from '../../../../core/events/events.js';
import { notFoundOf } from '../../../../core/resource/define-resource.js';
import { ConnectionsService } from '../../../channels/connections/crud/connections.service.js';
import { userErrors } from '../../../people/users/users.errors.js';
import { CustomerServiceWindowService } from '../lifecycle/customer-service-window.service.js';
import { TicketLifecycleService } from '../lifecycle/ticket-lifecycle.service.js';
import { TicketLocksService } from '../lifecycle/ticket-locks.service.js';
import { membership, queueWithId } from '../queries/ticket-references.queries.js';
import type { Ticket } from '../ticket.entity.js';
import type { UpdateTicketInput } from '../tickets.dto.js';
import { otherOpenTicket } from '../tickets.errors.js';
import { dispatchTransition, type TicketTransition } from '../tickets.events.js';

const inactive = invalidField(
  'userId',
  'Este atendente está inativo',
  'This attendant is inactive',
  'Este agente está inactivo',
);
const notMember = invalidField(
  'userId',
  'O atendente não pertence a este departamento',
  'The attendant is not in this department',
  'El agente no pertenece a este departamento',
);

@Injectable()
export class TicketTransfersService {
  constructor(
    private readonly db: Db,
    private readonly locks: TicketLocksService,
    private readonly lifecycle: TicketLifecycleService,
    private readonly connections: ConnectionsService,
    private readonly windows: CustomerServiceWindowService,
    private readonly events: Events,
  ) {}

  /** A queue without a user makes the ticket pending there; a user gets it as open. undefined: nothing has changed. */
  async transfer(
    ticket: Ticket,
    { status, userId, queueId, whatsappId }: UpdateTicketInput,
    deferred?: TicketTransition[],
  ): Promise<'transferred' | undefined> {
    const connects = Boolean(whatsappId) && whatsappId !== ticket.connectionId;
    if (whatsappId && connects) await this.moveConnection(ticket, whatsappId);
    const queueChanges = queueId !== undefined && queueId !== ticket.queueId;
    const moves = queueChanges || status === 'pending' || (userId !== undefined && userId !== ticket.userId);
    if (!moves) return connects ? 'transferred' : undefined;
    const queue = queueId === undefined ? ticket.queueId : queueId;
    if (queueChanges && queue !== null) await this.assertQueue(queue);
    if (userId) await this.assertMember(userId, queue);
    if (ticket.status === 'closed') {
      await this.assertNoOtherOpen(ticket, ticket.connectionId);
      await this.refreshWindow(ticket);
    }
    await this.lifecycle.assign(ticket, { userId: userId ?? null, queueId: queue });
    if (queueChanges) await dispatchTransition(this.events, 'transferred', ticket, deferred);
    return 'transferred';
  }

  /** @throws 404 for an unknown user, 400 for an inactive one or one outside the queue; managers are in all queues */
  async assertMember(userId: number, queueId: number | null): Promise<void> {
    const user = await this.db.row(membership(this.db.companyId, userId, queueId));
    if (!user) throw userErrors.ERR_NO_USER_FOUND();
    if (!user.active) throw inactive();
    if (!user.member) throw notMember();
  }

  /** @throws 404 when the company has no such queue */
  async assertQueue(queueId: number): Promise<void> {
    const queue = await this.db.row(queueWithId(this.db.companyId, queueId));
    if (!queue) throw notFoundOf('queue');
  }

  /** @throws 404 when the company has no such connection, 409 when the contact has another open ticket there */
  async moveConnection(ticket: Ticket, connectionId: number): Promise<void> {
    const connection = await this.connections.findOrDefault(connectionId);
    if (ticket.status !== 'closed') await this.assertNoOtherOpen(ticket, connection.id);
    ticket.connectionId = connection.id;
    ticket.channel = connection.channel;
    await this.refreshWindow(ticket);
  }

  /** The window may come from a later ticket; it is closed if the contact never wrote on this connection. */
  async refreshWindow(ticket: Ticket): Promise<void> {
    const { contactId, connectionId, channel } = ticket;
    ticket.windowUntil = await this.windows.remaining(contactId, { id: connectionId, channel });
  }

  private async assertNoOtherOpen(ticket: Ticket, connectionId: number): Promise<void> {
    const other = await this.locks.lockOpenTicket(ticket.contactId, connectionId);
    if (!other || other.id === ticket.id) return;
    const { id, uuid, userId, user, queue } = other;
    throw otherOpenTicket({ id, uuid, userId, user, queue });
  }
}
