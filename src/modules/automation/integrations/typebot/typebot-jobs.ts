import { defineJob } from '../../../../core/jobs/job.js';

/** Asks typebot about a message of the customer. */
export class AskTypebot extends defineJob<{ ticketId: number; messageId: number; integrationId: number }>(
  'ask-typebot',
  { priority: 'bulk' },
) {}

/** Says what the flow answered, one message after the other with the configured interval. */
export class SayBubbles extends defineJob<{ ticketId: number; integrationId: number }>('say-bubbles', {
  priority: 'bulk',
}) {}

/** The next message of the customer is looked at when everything is said. */
export const flowOrderingKey = (ticketId: number): string => `typebot:${ticketId}`;
