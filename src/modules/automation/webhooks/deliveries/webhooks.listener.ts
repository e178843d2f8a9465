import { Injectable } from '@nestjs/common';
import { OnEvent } from '../../../../core/events/event.js';
import { RecordChanged } from '../../../../core/resource/record-changed.js';
import { ConnectionStatusChanged } from '../../../channels/connections/connections.events.js';
import { ConnectionsService, toPublicConnection } from '../../../channels/connections/crud/connections.service.js';
import { ContactsService } from '../../../contacts/contacts/crud/contacts.service.js';
import { MessageReaderService } from '../../../conversations/messages/history/message-reader.service.js';
import {
  MessageReceived,
  MessageStatusChanged,
  MessageStored,
} from '../../../conversations/messages/messages.events.js';
import type { MessageRow } from '../../../conversations/messages/queries/messages.queries.js';
import { TicketRowsService } from '../../../conversations/tickets/crud/ticket-rows.service.js';
import type { TicketRow } from '../../../conversations/tickets/queries/tickets.queries.js';
import { type TicketActionKind, TicketChanged } from '../../../conversations/tickets/tickets.events.js';
import type { WebhookType } from '../endpoints/webhook-types.js';
import { WebhookDeliveriesService } from './webhook-deliveries.service.js';
import { WebhookSubscriptions } from './webhook-subscriptions.js';

const when =
  (...types: WebhookType[]) =>
  ({ companyId }: { readonly companyId: number }, { subscriptions }: WebhookListener): boolean =>
    subscriptions.has(companyId, types);

const ticketTypes: readonly WebhookType[] = ['ticket.created', 'ticket.updated', 'ticket.closed', 'ticket.transferred'];

const typeOfAction: Partial<Record<TicketActionKind, WebhookType>> = {
  created: 'ticket.created',
  closed: 'ticket.closed',
  accepted: 'ticket.transferred',
  transferred: 'ticket.transferred',
  released: 'ticket.transferred',
};

/** Only the data of a record that is needed to read it again, as the record may contain secrets. */
const reference = ({ resource, action, companyId, id }: RecordChanged) => ({ resource, action, companyId, id });

/** Sends events of a company to its endpoints; without endpoints an event costs nothing (`when`). */
@Injectable()
export class WebhookListener {
  constructor(
    readonly subscriptions: WebhookSubscriptions,
    private readonly deliveries: WebhookDeliveriesService,
    private readonly messages: MessageReaderService,
    private readonly tickets: TicketRowsService,
    private readonly contacts: ContactsService,
    private readonly connections: ConnectionsService,
  ) {}

  @OnEvent(MessageReceived, {
    when: when('message.received'),
    payload: ({ companyId, messageId }) => ({ companyId, messageId }),
  })
  async messageReceived({ messageId }: MessageReceived): Promise<void> {
    await this.publishMessage('message.received', messageId);
  }

  @OnEvent(MessageStored, {
    when: (event, listener: WebhookListener) => event.action === 'create' && when('message.sent')(event, listener),
  })
  async messageStored({ messageId }: MessageStored): Promise<void> {
    await this.publishMessage('message.sent', messageId, (message) => (message.fromMe ? message : undefined));
  }

  @OnEvent(MessageStatusChanged, { when: when('message.status') })
  async messageStatusChanged({ messageId, status, ack }: MessageStatusChanged): Promise<void> {
    await this.publishMessage('message.status', messageId, (message) => ({ ...message, status, ack }));
  }

  @OnEvent(TicketChanged, { when: when(...ticketTypes) })
  async ticketChanged({ ticketId, before, action, created }: TicketChanged): Promise<void> {
    const ticket = await this.tickets.byId(ticketId);
    if (!ticket) return;
    const type = (action && typeOfAction[action.what]) ?? (created ? 'ticket.created' : typeOfChange(before, ticket));
    await this.deliveries.publish(type, { subject: `ticket:${ticketId}`, contactId: ticket.contactId }, { ticket });
  }

  @OnEvent(RecordChanged, {
    when: (event, listener: WebhookListener) =>
      event.resource === 'contacts' &&
      event.action !== 'delete' &&
      when(event.action === 'create' ? 'contact.created' : 'contact.updated')(event, listener),
    payload: reference,
  })
  async contactChanged({ action, id }: RecordChanged): Promise<void> {
    const type = action === 'create' ? 'contact.created' : 'contact.updated';
    const contact = await this.contacts.findRecord(id);
    if (contact) await this.deliveries.publish(type, { subject: `contact:${id}`, contactId: id }, { contact });
  }

  @OnEvent(ConnectionStatusChanged, { when: when('connection.status') })
  async connectionStatusChanged({ connectionId: id, status }: ConnectionStatusChanged): Promise<void> {
    if (!(await this.connections.exists(id))) return;
    const connection = { ...toPublicConnection(await this.connections.get(id)), status };
    await this.deliveries.publish(
      'connection.status',
      { subject: `connection:${id}`, contactId: null },
      { connection },
    );
  }

  private async publishMessage(
    type: WebhookType,
    id: number,
    present: (message: MessageRow) => MessageRow | undefined = (message) => message,
  ): Promise<void> {
    const [message] = await this.messages.byIds([id]);
    const shown = message && present(message);
    const ticket = shown && (await this.tickets.byId(shown.ticketId));
    if (!ticket) return;
    await this.deliveries.publish(
      type,
      { subject: `message:${id}`, contactId: ticket.contactId },
      { message: shown, ticket },
    );
  }
}

/** The event type for a change that no user made. */
function typeOfChange(before: TicketChanged['before'], { status, userId, queueId }: TicketRow): WebhookType {
  if (!before) return 'ticket.updated';
  if (status === 'closed' && before.status !== 'closed') return 'ticket.closed';
  return userId !== before.userId || queueId !== before.queueId ? 'ticket.transferred' : 'ticket.updated';
}
