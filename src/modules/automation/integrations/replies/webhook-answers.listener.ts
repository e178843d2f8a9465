import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { Answers } from '../../../../core/events/port.js';
import type { Ticket } from '../../../conversations/tickets/ticket.entity.js';
import type { DeliveryAnswer } from '../../webhooks/webhook-delivery.entity.js';
import { type IntegrationCall, integrationCall } from '../../webhooks/webhooks.events.js';
import { calledAbout, writtenSince } from '../queries/integrations.queries.js';
import { IntegratedConversationsService } from './integrated-conversations.service.js';
import { readWebhookReply } from './webhook-reply.js';

/** After this many failed attempts (30 s, and what they took) the department menu continues; the event is still delivered later. */
const patience = 2;
/** An older answer is sent only if neither the customer nor an attendant has written since. */
const lateAfterSeconds = 10;

/** Sends the answers of n8n and webhooks in the transaction that records the attempt, so that each is sent once. */
@Injectable()
export class WebhookAnswers {
  constructor(
    private readonly db: Db,
    private readonly conversations: IntegratedConversationsService,
  ) {}

  @Answers(integrationCall)
  async called(call: IntegrationCall): Promise<DeliveryAnswer | null> {
    const messageId = Number(/^message:(\d+)$/.exec(call.subject)?.[1] ?? 0);
    const about = await this.db.row(calledAbout(this.db.companyId, call.endpointId, messageId));
    const ticket = about && (await this.conversations.lock(about.ticketId, about.integrationId));
    if (call.body === null) {
      const stops = call.givenUp ? call.attempts < patience : call.attempts === patience;
      if (ticket && stops) await this.conversations.stop(ticket, 'unavailable');
      return null;
    }
    const { texts, invalid } = readWebhookReply(call.body);
    if (texts.length === 0) return invalid ? 'invalid' : 'none';
    if (!ticket || (await this.isLate(ticket, messageId, call))) return 'late';
    for (const text of texts) if (!(await this.conversations.say(ticket, text, { preview: false }))) break;
    return 'sent';
  }

  private async isLate(ticket: Ticket, messageId: number, { age }: IntegrationCall): Promise<boolean> {
    if (age <= lateAfterSeconds) return false;
    return (await this.db.row(writtenSince(this.db.companyId, ticket.id, messageId))) !== undefined;
  }
}
