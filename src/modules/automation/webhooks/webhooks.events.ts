import { fields, TransactionEvent } from '../../../core/events/event.js';
import type { DeliveryAnswer } from './webhook-delivery.entity.js';

/** An event was posted to the endpoint of an integration, or cannot be; handled in the transaction that records the attempt. */
@TransactionEvent()
export class IntegrationCalled extends fields<{
  endpointId: number;
  /** What the event was about, as `message:7`. */
  subject: string;
  /** The attempts so far, with this one. */
  attempts: number;
  /** Seconds between the event and this attempt. */
  age: number;
  /** The response, null where the attempt failed. */
  body: string | null;
  /** No attempt is made any more; `attempts` have failed before. */
  givenUp?: boolean;
}>() {
  /** Set by the handler, and shown in the log. */
  result: DeliveryAnswer | null = null;
}
