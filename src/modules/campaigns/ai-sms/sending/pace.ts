import type { Outcome } from '../../mass/sending/outcome.policy.js';
import type { AiSmsCampaign } from '../ai-sms-campaign.entity.js';

/** Interval until an active campaign that does not send looks again. */
export const pausedMs = 60_000;

/** Whether the other recipients would fail too, which is also the case after a missing answer. */
export const pauses = (outcome: Outcome | undefined): outcome is Extract<Outcome, { kind: 'wait' | 'uncertain' }> =>
  outcome?.kind === 'wait' || outcome?.kind === 'uncertain';

/** Milliseconds until the next recipient. */
export const intervalAfter = (
  { intervalSeconds }: Pick<AiSmsCampaign, 'intervalSeconds'>,
  outcome: Outcome | undefined,
): number => (pauses(outcome) ? pausedMs : intervalSeconds * 1000);

/** When the next recipient is due, after the last one or at the start that was set. */
export const nextAt = (
  { scheduledAt, intervalSeconds }: Pick<AiSmsCampaign, 'scheduledAt' | 'intervalSeconds'>,
  lastHandledAt: string | null,
): Date => {
  const next = lastHandledAt ? Date.parse(lastHandledAt) + intervalSeconds * 1000 : 0;
  return new Date(Math.max(scheduledAt?.getTime() ?? 0, next));
};
