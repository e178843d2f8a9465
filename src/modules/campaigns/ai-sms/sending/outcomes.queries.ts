import { sql } from 'kysely';
import type { Statement } from '../../../../core/database/statements.js';
import { errorOf, type Outcome, providerIdOf } from '../../mass/sending/outcome.policy.js';
import { recipientFaults, sendingFaults } from '../ai-sms.errors.js';
import type { CampaignKind } from '../ai-sms-campaign.entity.js';
import { maxProviderId } from '../ai-sms-recipient.entity.js';
import { isClaimed } from './claims.queries.js';
import type { ClaimedRecipient } from './recipient-sender.js';

/** Stores the outcome of a claimed recipient, unless another sender has claimed it or a status or reply came first. */
export const recordOutcome = (companyId: number, recipient: ClaimedRecipient, outcome: Outcome): Statement => {
  const waits = outcome.kind === 'wait';
  const given = providerIdOf(outcome);
  const providerId = given && given.length <= maxProviderId ? given : null;
  const error = errorOf(outcome);
  const text = error ? JSON.stringify(error.text) : null;
  return sql`
  update service_recipients set leased_until = null, updated_at = now(), status = ${waits ? 'waiting' : outcome.kind},
    handled_at = case when ${!waits} then now() end, message_id = case when ${!waits} then message_id end,
    attempts = attempts + ${waits && outcome.tried ? 1 : 0}, provider_id = ${providerId}, error_text = ${text}::jsonb
  where ${isClaimed(companyId, recipient)}`;
};

/**
 * Handles recipients whose sender died. Whether an SMS was sent is unknown. Those of AI campaigns start again if the model was
 * still writing, or if the channel recognises a repeated send by our id.
 */
export const settleAbandoned = (
  companyId: number,
  campaignId: number,
  { kind, idempotentChannels }: { readonly kind: CampaignKind; readonly idempotentChannels: readonly string[] },
): Statement => sql`
  update service_recipients r set updated_at = now(), leased_until = null,
    status = case when a.repeatable then 'waiting' else 'uncertain' end,
    handled_at = case when not a.repeatable then now() end,
    error_text = case when not a.repeatable then ${JSON.stringify(sendingFaults.uncertain)}::jsonb end
  from (select n.id, ${kind === 'ai'} and (n.message_id is null
      or coalesce(w.channel = any(${idempotentChannels}::text[]), false)) as repeatable
    from service_recipients n left join connections w on w.company_id = n.company_id and w.id = n.connection_id
    where n.company_id = ${companyId} and n.campaign_id = ${campaignId} and n.status = 'sending'
      and n.leased_until < now()) a
  where r.company_id = ${companyId} and r.id = a.id`;

/** Recipients who got nothing, or perhaps nothing, wait again, except erased or repeated ones and those who replied. */
export const requeueFailed = (companyId: number, campaignId: number): Statement<{ id: number }> => sql`
  update service_recipients set status = 'waiting', handled_at = null, error_text = null, message_id = null,
    provider_id = null, body = null, connection_id = null, attempts = 0, updated_at = now()
  where company_id = ${companyId} and campaign_id = ${campaignId} and number ~ '^[0-9]+$' and replied_at is null
    and error_text is distinct from ${JSON.stringify(recipientFaults.repeated)}::jsonb
    and (status in ('failed', 'uncertain') or status = 'queued' and exists (select from messages m
      where m.company_id = ${companyId} and m.id = message_id and m.status in ('failed', 'uncertain', 'withdrawn')))
  returning id`;
