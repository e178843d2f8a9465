import { definePort } from '../../../core/events/port.js';
import type { DeliveryAnswer } from './webhook-delivery.entity.js';

/** An event was posted to the endpoint of an integration, or cannot be. */
export interface IntegrationCall {
  readonly endpointId: number;
  /** What the event was about, as `message:7`. */
  readonly subject: string;
  /** The attempts so far, with this one. */
  readonly attempts: number;
  /** Seconds between the event and this attempt. */
  readonly age: number;
  /** The response, null where the attempt failed. */
  readonly body: string | null;
  /** No attempt is made any more; `attempts` have failed before. */
  readonly givenUp?: boolean;
}

/** Asked in the transaction that records the attempt; the log shows the answer. */
export const integrationCall = definePort<IntegrationCall, DeliveryAnswer | null>('integrationCall');
