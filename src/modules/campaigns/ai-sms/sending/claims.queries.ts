import { sql } from 'kysely';
import type { Condition, Statement } from '../../../../core/database/statements.js';
import { nextMessageId } from '../../../conversations/messages/queries/messages.queries.js';
import { defineOtherCampaigns } from '../../mass/editing/other-campaigns.queries.js';
import type { ClaimedRecipient } from './recipient-sender.js';

/** The lease is longer than a model and a channel, or a gateway, may take. */
const leaseSeconds = 120;

/** Claims the next recipient. */
export const claimRecipient = (companyId: number, campaignId: number): Statement<ClaimedRecipient> => sql`
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

/** Whether the sender still has its claim. */
export const isClaimed = (companyId: number, { id, leasedUntil }: ClaimedRecipient): Condition => sql`
  company_id = ${companyId} and id = ${id} and status = 'sending' and leased_until = ${leasedUntil}::timestamptz`;

/**
 * The text of a recipient that the sender still claims is about to be sent; after an earlier try it keeps its id. No
 * row either when the recipient got another number since.
 */
export const markSending = (
  companyId: number,
  recipient: ClaimedRecipient,
  { connectionId, body, tokens }: { readonly connectionId: number; readonly body: string; readonly tokens: number },
): Statement<{ messageId: number }> => sql`
  update service_recipients set message_id = coalesce(message_id, ${nextMessageId}), connection_id = ${connectionId},
    body = ${body}, tokens = coalesce(tokens, 0) + ${tokens}, updated_at = now()
  where ${isClaimed(companyId, recipient)} and number = ${recipient.number} returning message_id as "messageId"`;

/** Keeps an active campaign in its run until the transaction ends; no row: the run is over. */
export const lockRun = (companyId: number, campaignId: number, run: number): Statement<{ id: number }> => sql`
  select id from service_campaigns where company_id = ${companyId} and id = ${campaignId} and run = ${run} and active
  for share`;

/** The claimed recipient waits again. */
export const releaseRecipient = (companyId: number, recipient: ClaimedRecipient): Statement => sql`
  update service_recipients set status = 'waiting', leased_until = null, updated_at = now()
  where ${isClaimed(companyId, recipient)}`;

/** The conversation with a number that has an attendant; no row when there is none. */
export const attendedConversation = (
  companyId: number,
  connectionId: number,
  number: string,
): Statement<{ id: number }> => sql`
  select t.id from contacts c
  join tickets t on t.company_id = c.company_id and t.contact_id = c.id and t.connection_id = ${connectionId}
  where c.company_id = ${companyId} and c.number = ${number} and t.status <> 'closed' and t.user_id is not null limit 1`;

defineOtherCampaigns(
  (companyId, number, days) => sql`exists (select from service_recipients y where y.company_id = ${companyId}
    and y.number = ${number} and y.status <> 'failed' and y.handled_at > now() - make_interval(days => ${days}))`,
);

/** When the last recipient was sent to, or failed. */
export const lastHandled = (companyId: number, campaignId: number): Statement<{ at: string | null }> => sql`
  select max(handled_at) as at from service_recipients where company_id = ${companyId} and campaign_id = ${campaignId}`;
