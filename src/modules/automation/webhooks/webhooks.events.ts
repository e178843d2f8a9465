import { fields, TransactionEvent } from '../../../core/events/event.js';
import type { DeliveryAnswer } from './webhook-delivery.entity.js';

/** An event was posted to an integration's endpoint, or cannot be; handled in the transaction of the attempt. */
@TransactionEvent()
export class IntegrationCalled extends fields<{
  endpointId: number;
  /** The subject of the event, like `message:7`. */
  subject: string;
  /** Number of attempts, including this one. */
  attempts: number;
  /** Seconds between the event and this attempt. */
  age: number;
  /** The response; null when the attempt failed. */
  body: string | null;
  /** Set when there are no further attempts; `attempts` have failed before. */
  givenUp?: boolean;
}>() {
  /** The handler sets the result, which the log shows. */
  result: DeliveryAnswer | null = null;
}
