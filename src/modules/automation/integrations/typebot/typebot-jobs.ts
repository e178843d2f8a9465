import { defineJob } from '../../../../core/jobs/job.js';

/** Calls typebot with a message of the customer. */
export class AskTypebot extends defineJob<{ ticketId: number; messageId: number; integrationId: number }>(
  'ask-typebot',
  { priority: 'bulk' },
) {}

/** Sends the answers of the flow one after the other, with the configured interval. */
export class SayBubbles extends defineJob<{ ticketId: number; integrationId: number }>('say-bubbles', {
  priority: 'bulk',
}) {}

/** The next message of the customer is handled once all answers are sent. */
export const flowOrderingKey = (ticketId: number): string => `typebot:${ticketId}`;
