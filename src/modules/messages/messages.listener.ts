import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Db } from '../../core/database/db.js';
import { Broadcast, BroadcastBatch, type Emission, OnEvent } from '../../core/events/event.js';
import { OnDiscard } from '../../core/jobs/on-discard.js';
import { InboxEventReceived } from '../connections/connections.events.js';
import { TicketQueries } from '../tickets/tickets.queries.js';
import { DeliveryStatusService } from './delivery-status/delivery-status.service.js';
import { InboundMessages } from './inbound/inbound-messages.service.js';
import { CustomerTyping, MessageStored } from './messages.events.js';
import { MessageQueries } from './messages.queries.js';

@Injectable()
export class MessagesListener {
  constructor(
    private readonly db: Db,
    private readonly inbound: InboundMessages,
    private readonly deliveryStatusService: DeliveryStatusService,
    private readonly tickets: TicketQueries,
    private readonly messages: MessageQueries,
  ) {}

  /** In inbox order per customer; the row is marked in the same transaction, so that a second run finds it done. */
  @OnEvent(InboxEventReceived, {
    orderingKey: ({ connectionId, external }) => `in:${connectionId}:${external}`,
    batched: true,
  })
  async received({ connectionId, inboxId }: InboxEventReceived): Promise<void> {
    const event = await this.inbound.markProcessed(inboxId);
    if (!event) return;
    const { payload, channel } = event;
    if (payload.kind === 'status') await this.deliveryStatusService.applyProviderStatus(connectionId, payload);
    else if (payload.kind === 'reaction') await this.inbound.receiveReaction(connectionId, payload);
    else if (payload.kind === 'change') await this.inbound.receiveEdit(connectionId, payload);
    else if (channel !== null) await this.inbound.receiveMessage({ id: connectionId, channel }, payload);
  }

  /** A person decided that nothing comes of it; what came in goes with the other handled rows. */
  @OnDiscard('on:MessagesListener.received')
  async discarded({ inboxId }: InboxEventReceived): Promise<void> {
    await this.inbound.markProcessed(inboxId);
  }

  @BroadcastBatch(MessageStored)
  async stored(events: readonly MessageStored[]): Promise<Emission[][]> {
    const messages = await this.messages.byIds(events.map(({ messageId }) => messageId));
    const tickets = await this.tickets.byIds(messages.map(({ ticketId }) => ticketId));
    return events.map(({ companyId, messageId, action }) => {
      const message = messages.find(({ id }) => id === messageId);
      const ticket = message && tickets.find(({ id }) => id === message.ticketId);
      if (!message || !ticket) return [];
      return [
        {
          rooms: this.tickets.roomsOf(ticket),
          name: `company-${companyId}-appMessage`,
          payload: { action, message, ticket, contact: ticket.contact },
        },
      ];
    });
  }

  /** To those who have the conversation open. */
  @Broadcast(CustomerTyping)
  async customerTyping({ companyId, connectionId, number }: CustomerTyping): Promise<Emission[]> {
    const ticket = await this.db.row<{ id: number }>(
      sql`select t.id from contacts c join tickets t on t.company_id = c.company_id and t.contact_id = c.id
       where c.company_id = ${companyId} and c.number = ${number} and t.whatsapp_id = ${connectionId}
         and t.status <> 'closed'`,
    );
    if (!ticket) return [];
    const name = `company-${companyId}-customerTyping`;
    return [{ rooms: [this.tickets.roomOf(ticket.id)], name, payload: { ticketId: ticket.id } }];
  }
}
