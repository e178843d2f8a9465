import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { Broadcast, BroadcastBatch, type Emission, OnEvent, OnEventBatch } from '../../../../core/events/event.js';
import { type JobRun, OnDiscard } from '../../../../core/jobs/job.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import { companyEvent } from '../../../../core/realtime/socket-events.js';
import {
  ConnectionSendingChanged,
  CustomerTyping,
  InboxEventReceived,
  InboxStatusesReceived,
} from '../../../channels/connections/connections.events.js';
import { TicketRowsService } from '../../tickets/crud/ticket-rows.service.js';
import type { TicketContact, TicketRow } from '../../tickets/queries/tickets.queries.js';
import { MessageReaderService } from '../history/message-reader.service.js';
import { InboundMessagesService } from '../inbound/inbound-messages.service.js';
import { MessageStored } from '../messages.events.js';
import { SendMessage } from '../outbound/send-message.job.js';
import { type MessageRow, ticketOfNumber, ticketsOf } from '../queries/messages.queries.js';

export interface MessageEvent {
  readonly action: 'create' | 'update';
  readonly message: MessageRow;
  readonly ticket: TicketRow;
  readonly contact: TicketContact;
}

declare module '../../../../core/realtime/socket-events.js' {
  interface SocketEvents {
    appMessage: MessageEvent;
    customerTyping: { readonly ticketId: number };
  }
}

@Injectable()
export class MessagesListener {
  constructor(
    private readonly db: Db,
    private readonly jobs: Jobs,
    private readonly inbound: InboundMessagesService,
    private readonly tickets: TicketRowsService,
    private readonly messages: MessageReaderService,
  ) {}

  /** Handles the events of a customer in the order of the inbox. */
  @OnEventBatch(InboxEventReceived, {
    orderingKey: ({ connectionId, external }) => `in:${connectionId}:${external}`,
    batch: 50,
  })
  async received(events: readonly InboxEventReceived[]): Promise<void> {
    await this.inbound.process(events.map(({ inboxId }) => inboxId));
  }

  /** Marks the rows processed, so that the inbox removes them later. */
  @OnDiscard('on:MessagesListener.received')
  async discarded({ inboxId }: InboxEventReceived): Promise<void> {
    await this.inbound.markProcessed([inboxId]);
  }

  /** Up to four jobs share a transaction. Jobs that follow each other often report statuses of the same messages. */
  @OnEventBatch(InboxStatusesReceived, { batch: 4, sequential: true })
  async statusesReceived(events: readonly InboxStatusesReceived[], { attempt, isAbandoned }: JobRun): Promise<void> {
    const [first, ...others] = events;
    const hasFailed = attempt > 1 && !isAbandoned;
    // a status that cannot be handled must not block the others of its job
    if (hasFailed && first && others.length === 0 && (await this.inbound.separate(first))) return;
    await this.inbound.process(events.flatMap(({ inboxIds }) => inboxIds));
  }

  @OnDiscard('on:MessagesListener.statusesReceived')
  async statusesDiscarded({ inboxIds }: InboxStatusesReceived): Promise<void> {
    await this.inbound.markProcessed(inboxIds);
  }

  /** Runs waiting send jobs at once: their connection works again, or was removed so that they fail. */
  @OnEvent(ConnectionSendingChanged)
  async connectionSendingChanged({ connectionId }: ConnectionSendingChanged): Promise<void> {
    await this.jobs.runSoon(SendMessage, `send:${connectionId}:`);
  }

  @BroadcastBatch(MessageStored)
  async stored(events: readonly MessageStored[]): Promise<Emission<MessageEvent>[][]> {
    const ids = [...new Set(events.map(({ messageId }) => messageId))];
    const [messages, tickets] = await Promise.all([
      this.messages.byIds(ids),
      this.tickets.page(ticketsOf(this.db.companyId, ids)),
    ]);
    return events.map(({ companyId, messageId, action }) => {
      const message = messages.find(({ id }) => id === messageId);
      const ticket = message && tickets.find(({ id }) => id === message.ticketId);
      if (!message || !ticket) return [];
      return [
        {
          rooms: this.tickets.roomsOf(ticket),
          ...companyEvent(companyId, 'appMessage', { action, message, ticket, contact: ticket.contact }),
        },
      ];
    });
  }

  /** Emits only to users who have the ticket open. */
  @Broadcast(CustomerTyping)
  async customerTyping({ companyId, connectionId, number }: CustomerTyping): Promise<Emission[]> {
    const ticket = await this.db.row(ticketOfNumber(companyId, connectionId, number));
    if (!ticket) return [];
    const event = companyEvent(companyId, 'customerTyping', { ticketId: ticket.id });
    return [{ rooms: [this.tickets.roomOf(ticket.id)], ...event }];
  }
}
