import type { Localized } from '../../../../core/i18n.js';
import { RetryLater } from '../../../../core/jobs/job.js';
import type { SendOutcome } from '../../../channels/connections/channels/channel.js';

/** Delay when a provider refuses because of its rate and does not say how long to wait. */
export const rateRetryMs = 6_000;

/** The provider refuses for good, so that retries would not help. */
export class PermanentRefusal extends Error {
  constructor(readonly text: Localized) {
    super(text.en);
  }
}

/** Throws the error that makes the job of a failed request retry or end. */
export function throwForOutcome(outcome: SendOutcome): void {
  if (outcome.ok) return;
  if (outcome.kind === 'rate') throw new RetryLater(outcome.retryAfterMs ?? rateRetryMs, outcome.code);
  if (outcome.kind === 'permanent' || outcome.kind === 'auth') throw new PermanentRefusal(outcome.text);
  throw new Error(`${outcome.code} ${outcome.text.en}`);
}
