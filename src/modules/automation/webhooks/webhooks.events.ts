import { definePort } from '../../../core/events/port.js';
import type { DeliveryAnswer } from './webhook-delivery.entity.js';

/** An event was posted to an integration's endpoint, or cannot be. */
export interface IntegrationCall {
  readonly endpointId: number;
  /** The subject of the event, like `message:7`. */
  readonly subject: string;
  /** Number of attempts, including this one. */
  readonly attempts: number;
  /** Seconds between the event and the end of this attempt. */
  readonly age: number;
  /** The response; null when the attempt failed. */
  readonly body: string | null;
  /** Set when there are no further attempts; `attempts` have failed before. */
  readonly givenUp?: boolean;
}

/** Asked in the transaction that records the attempt; the log shows the answer. */
export const integrationCall = definePort<IntegrationCall, DeliveryAnswer | null>('integrationCall');
