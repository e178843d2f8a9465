import { Injectable } from '@nestjs/common';
import { Jobs } from '../../../../core/jobs/jobs.js';
import { ContactsService } from '../../../contacts/contacts/crud/contacts.service.js';
import { MessageReaderService } from '../../../conversations/messages/history/message-reader.service.js';
import { TicketRowsService } from '../../../conversations/tickets/crud/ticket-rows.service.js';
import { WebhookDeliveriesService } from '../../webhooks/deliveries/webhook-deliveries.service.js';
import type { ActiveIntegration } from '../queries/integrations.queries.js';
import { AskTypebot } from '../typebot/ask-typebot.job.js';
import { flowOrderingKey } from '../typebot/say-bubbles.job.js';

/** Queues calls of integrations about messages of customers; they run after the commit. */
@Injectable()
export class IntegrationCallsService {
  constructor(
    private readonly jobs: Jobs,
    private readonly contacts: ContactsService,
    private readonly tickets: TicketRowsService,
    private readonly messages: MessageReaderService,
    private readonly deliveries: WebhookDeliveriesService,
  ) {}

  /** Returns false when the integration has no secret or is of a legacy type. */
  async call(
    { id: integrationId, type, endpointId }: ActiveIntegration & { readonly id: number },
    ticketId: number,
    messageId: number,
  ): Promise<boolean> {
    if (type === 'typebot') {
      const orderingKey = flowOrderingKey(ticketId);
      await this.jobs.add(AskTypebot, { ticketId, messageId, integrationId }, { orderingKey });
      return true;
    }
    if (endpointId === null) return false;
    await this.post(endpointId, ticketId, messageId);
    return true;
  }

  /** Posts the event of the message with the data that the REST API returns. */
  private async post(endpointId: number, ticketId: number, messageId: number): Promise<void> {
    const [message] = await this.messages.byIds([messageId]);
    const ticket = await this.tickets.get(ticketId);
    const contact = await this.contacts.findRecord(ticket.contactId);
    await this.deliveries.send(
      [endpointId],
      'message.received',
      { subject: `message:${messageId}`, contactId: ticket.contactId },
      { ticket, contact: contact ?? null, message: message ?? null },
    );
  }
}
