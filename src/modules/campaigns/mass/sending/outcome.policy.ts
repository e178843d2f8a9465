import type { Localized } from '../../../../core/i18n.js';
import type { SendOutcome } from '../../../channels/connections/channels/channel.js';

/** Why a recipient got nothing, or a campaign does not send. SMS gateways have no codes. */
export interface Reason {
  readonly code?: string;
  readonly text: Localized;
}

/**
 * What became of one send, in every kind of campaign. `uncertain`: it may have arrived, and is not sent again by itself.
 * `wait`: nothing was sent, and the recipient waits again.
 */
export type Outcome =
  | { readonly kind: 'sent' | 'delivered'; readonly providerId: string | null }
  | { readonly kind: 'failed' | 'uncertain'; readonly reason: Reason }
  | {
      readonly kind: 'wait';
      readonly reason: Reason;
      /** When the recipient may be tried again; undefined: as soon as it is its turn. */
      readonly retryMs?: number;
      /** Whether it counts as a failed try of this recipient. */
      readonly tried?: boolean;
      /** Whether the provider restricts the number, so that the campaign stops until somebody continues it. */
      readonly stops?: boolean;
    };

const rateRetryMs = 6_000;
const retryMs = 5_000;
const maxTries = 5;

interface Circumstances {
  /** Number of tries that the provider refused temporarily before. */
  readonly attempts: number;
  /** Whether the channel delivers what it accepts. */
  readonly deliversOnSend: boolean;
  /** Whether the connection is paused now: then a temporary failure does not concern this message. */
  readonly paused?: boolean;
}

/** The outcome for the recipient of what a channel answered. */
export function outcomeOf(answer: SendOutcome, { attempts, deliversOnSend, paused = false }: Circumstances): Outcome {
  if (answer.ok) return { kind: deliversOnSend ? 'delivered' : 'sent', providerId: answer.providerId };
  const { kind, code, text, retryAfterMs, restrictsNumber = false } = answer;
  const reason = { code, text };
  if (kind === 'uncertain') return { kind, reason };
  if (kind === 'auth' || restrictsNumber) return { kind: 'wait', reason, stops: restrictsNumber };
  if (kind === 'rate') return { kind: 'wait', reason, retryMs: retryAfterMs ?? rateRetryMs };
  if (kind === 'retry' && (paused || attempts + 1 < maxTries)) return { kind: 'wait', reason, retryMs, tried: !paused };
  return { kind: 'failed', reason };
}

/** The id by which the provider reports statuses, if it has accepted the message. */
export const providerIdOf = (outcome: Outcome): string | null =>
  outcome.kind === 'sent' || outcome.kind === 'delivered' ? outcome.providerId : null;

/** Why the recipient got nothing, or perhaps nothing; undefined if they got it or wait. */
export const errorOf = (outcome: Outcome): Reason | undefined =>
  outcome.kind === 'failed' || outcome.kind === 'uncertain' ? outcome.reason : undefined;
