import { sql } from 'kysely';
import type { Statement } from '../../../../core/database/statements.js';
import { nextMessageId } from '../../../conversations/messages/queries/messages.queries.js';
import { sendingFaults } from '../campaign-service.errors.js';
import type { ClaimedRow, RowOutcome } from '../sending/row-sender.js';
import type { CampaignKind } from '../service-campaign.entity.js';
import { maxProviderId } from '../service-recipient.entity.js';

/** The lease is longer than a model and a channel, or a gateway, may take. */
const leaseSeconds = 120;

/**
 * Handles rows whose sender died. Whether an SMS was sent is unknown. Rows of AI campaigns start again if the model was
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

/** Claims the next row. */
export const claimNext = (companyId: number, campaignId: number): Statement<ClaimedRow> => sql`
  update service_recipients r set status = 'sending', leased_until = now() + make_interval(secs => ${sql.lit(leaseSeconds)}),
    updated_at = now()
  where r.company_id = ${companyId} and r.id = (
    select n.id from service_recipients n where n.company_id = ${companyId} and n.campaign_id = ${campaignId}
      and n.status = 'waiting' order by n.id limit 1 for update skip locked)
  returning r.id, r.name, r.number, r.fields, r.attempts, r.leased_until::text as "leasedUntil"`;

/** Milliseconds until another sender's lease ends; no row when there is none. */
export const claimedElsewhere = (companyId: number, campaignId: number): Statement<{ ms: number }> => sql`
  select greatest(extract(epoch from max(leased_until) - now()) * 1000, 1000)::float8 as ms from service_recipients
  where company_id = ${companyId} and campaign_id = ${campaignId} and status = 'sending' having count(*) > 0`;

const claimed = (companyId: number, { id, leasedUntil }: ClaimedRow) => sql`
  company_id = ${companyId} and id = ${id} and status = 'sending' and leased_until = ${leasedUntil}::timestamptz`;

/** The text of a row that the sender still claims is about to be sent; after an earlier try the row keeps its id. */
export const beginSending = (
  companyId: number,
  row: ClaimedRow,
  { connectionId, body }: { readonly connectionId: number; readonly body: string },
): Statement<{ messageId: number }> => sql`
  update service_recipients set message_id = coalesce(message_id, ${nextMessageId}), connection_id = ${connectionId},
    body = ${body}, updated_at = now()
  where ${claimed(companyId, row)} returning message_id as "messageId"`;

/** Keeps an active campaign in its run until the transaction ends; no row: the run is over. */
export const lockRun = (companyId: number, campaignId: number, run: number): Statement<{ id: number }> => sql`
  select id from service_campaigns where company_id = ${companyId} and id = ${campaignId} and run = ${run} and active
  for share`;

/** The claimed row waits again. */
export const releaseRow = (companyId: number, row: ClaimedRow): Statement => sql`
  update service_recipients set status = 'waiting', leased_until = null, updated_at = now()
  where ${claimed(companyId, row)}`;

/** The conversation with a number that has an attendant; no row when there is none. */
export const attendedConversation = (
  companyId: number,
  connectionId: number,
  number: string,
): Statement<{ id: number }> => sql`
  select t.id from contacts c
  join tickets t on t.company_id = c.company_id and t.contact_id = c.id and t.connection_id = ${connectionId}
  where c.company_id = ${companyId} and c.number = ${number} and t.status <> 'closed' and t.user_id is not null limit 1`;

/** Rows that were not sent, or perhaps not, wait again, except erased rows without a number and rows with a reply. */
export const retryRows = (companyId: number, campaignId: number): Statement<{ id: number }> => sql`
  update service_recipients set status = 'waiting', handled_at = null, error_text = null, message_id = null,
    provider_id = null, body = null, connection_id = null, attempts = 0, updated_at = now()
  where company_id = ${companyId} and campaign_id = ${campaignId} and number ~ '^[0-9]+$' and replied_at is null
    and (status in ('failed', 'uncertain') or status = 'queued' and exists (select from messages m
      where m.company_id = ${companyId} and m.id = message_id and m.status in ('failed', 'uncertain', 'withdrawn')))
  returning id`;

/** When the last row was sent or failed. */
export const lastHandled = (companyId: number, campaignId: number): Statement<{ at: string | null }> => sql`
  select max(handled_at) as at from service_recipients where company_id = ${companyId} and campaign_id = ${campaignId}`;

/** Stores the result of a claimed row, unless another sender has claimed it or a status or reply came first. */
export const recordOutcome = (
  companyId: number,
  row: ClaimedRow,
  outcome: Exclude<RowOutcome, { kind: 'recorded' }>,
): Statement => {
  const waits = outcome.kind === 'wait';
  const given = outcome.kind === 'sent' || outcome.kind === 'delivered' ? outcome.providerId : null;
  const providerId = given && given.length <= maxProviderId ? given : null;
  const text = outcome.kind === 'failed' || outcome.kind === 'uncertain' ? JSON.stringify(outcome.text) : null;
  return sql`
  update service_recipients set leased_until = null, updated_at = now(), status = ${waits ? 'waiting' : outcome.kind},
    handled_at = case when ${!waits} then now() end, message_id = case when ${!waits} then message_id end,
    attempts = attempts + ${waits && outcome.tried ? 1 : 0}, provider_id = ${providerId}, error_text = ${text}::jsonb
  where ${claimed(companyId, row)}`;
};
