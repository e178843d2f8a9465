import type { Localized } from '../../../../core/i18n.js';
import { RetryLater } from '../../../../core/jobs/job.js';
import type { SendOutcome } from '../../../channels/connections/channels/channel.js';

/** When a provider that limits the rate does not say how long to wait. */
export const rateRetryMs = 6_000;

/** The provider refused for good. */
export class PermanentRefusal extends Error {
  constructor(readonly text: Localized) {
    super(text.en);
  }
}

/** Turns a failed call into the error by which its job is retried or ends. */
export function throwForOutcome(outcome: SendOutcome): void {
  if (outcome.ok) return;
  if (outcome.kind === 'rate') throw new RetryLater(outcome.retryAfterMs ?? rateRetryMs, outcome.code);
  if (outcome.kind === 'permanent' || outcome.kind === 'auth') throw new PermanentRefusal(outcome.text);
  throw new Error(`${outcome.code} ${outcome.text.en}`);
}
