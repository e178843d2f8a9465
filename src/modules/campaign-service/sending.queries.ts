import { sql } from 'kysely';
import type { Statement } from '../../core/database/statements.js';
import { sendingFaults } from './campaign-service.errors.js';
import type { ClaimedRow, RowOutcome } from './row-sender.js';

/** Longer than a model or a gateway may take. */
const leaseSeconds = 60;

/**
 * Rows whose sender died. By SMS nobody knows whether they were sent; what an AI campaign sends is stored with the end of
 * the claim, so that those begin again.
 */
export const settleAbandoned = (companyId: number, campaignId: number, kind: 'ai' | 'sms'): Statement => sql`
  update service_recipients set updated_at = now(), leased_until = null,
    status = ${kind === 'ai' ? 'waiting' : 'uncertain'},
    handled_at = case when ${kind === 'sms'} then now() end,
    error_text = case when ${kind === 'sms'} then ${JSON.stringify(sendingFaults.uncertain)}::jsonb end
  where company_id = ${companyId} and campaign_id = ${campaignId} and status = 'sending' and leased_until < now()`;

/** Claims the next row. */
export const claimNext = (companyId: number, campaignId: number): Statement<ClaimedRow> => sql`
  update service_recipients r set status = 'sending', leased_until = now() + make_interval(secs => ${sql.lit(leaseSeconds)}),
    updated_at = now()
  where r.company_id = ${companyId} and r.id = (
    select n.id from service_recipients n where n.company_id = ${companyId} and n.campaign_id = ${campaignId}
      and n.status = 'waiting' order by n.id limit 1 for update skip locked)
  returning r.id, r.name, r.number, r.fields, r.leased_until::text as "leasedUntil"`;

/** Milliseconds until a claim of another sender ends; no row without one. */
export const claimedElsewhere = (companyId: number, campaignId: number): Statement<{ ms: number }> => sql`
  select greatest(extract(epoch from max(leased_until) - now()) * 1000, 1000)::float8 as ms from service_recipients
  where company_id = ${companyId} and campaign_id = ${campaignId} and status = 'sending' having count(*) > 0`;

const claimed = (companyId: number, { id, leasedUntil }: ClaimedRow) => sql`
  company_id = ${companyId} and id = ${id} and status = 'sending' and leased_until = ${leasedUntil}::timestamptz`;

/** Locks a claimed row that is still the sender's. */
export const lockClaimed = (companyId: number, row: ClaimedRow): Statement<{ id: number }> =>
  sql`select id from service_recipients where ${claimed(companyId, row)} for update`;

/** Keeps an active campaign in its run until the transaction ends; no row: it is over. */
export const lockRun = (companyId: number, campaignId: number, run: number): Statement<{ id: number }> => sql`
  select id from service_campaigns where company_id = ${companyId} and id = ${campaignId} and run = ${run} and active
  for share`;

/** A claimed row waits again. */
export const releaseRow = (companyId: number, row: ClaimedRow): Statement => sql`
  update service_recipients set status = 'waiting', leased_until = null, updated_at = now()
  where ${claimed(companyId, row)}`;

/** Whether an attendant has the conversation with a number, and until when it may be written to; no row without one. */
export const lastConversation = (
  companyId: number,
  connectionId: number,
  number: string,
): Statement<{ attended: boolean; windowUntil: string | null }> => sql`
  select bool_or(t.status <> 'closed' and t.user_id is not null) as attended, max(t.window_until) as "windowUntil"
  from contacts c join tickets t on t.company_id = c.company_id and t.contact_id = c.id and t.whatsapp_id = ${connectionId}
  where c.company_id = ${companyId} and c.number = ${number} having count(*) > 0`;

/** Rows that were not sent, or perhaps not, wait again; erased ones have no number. */
export const retryRows = (companyId: number, campaignId: number): Statement<{ id: number }> => sql`
  update service_recipients set status = 'waiting', handled_at = null, error_text = null, message_id = null,
    provider_id = null, updated_at = now()
  where company_id = ${companyId} and campaign_id = ${campaignId} and number ~ '^[0-9]+$'
    and (status in ('failed', 'uncertain') or status = 'queued' and exists (select from messages m
      where m.company_id = ${companyId} and m.id = message_id and m.status in ('failed', 'uncertain', 'withdrawn')))
  returning id`;

/** When the last row was sent or given up. */
export const lastHandled = (companyId: number, campaignId: number): Statement<{ at: string | null }> => sql`
  select max(handled_at) as at from service_recipients where company_id = ${companyId} and campaign_id = ${campaignId}`;

/** What became of a claimed row, unless its claim has passed to somebody else. */
export const recordOutcome = (
  companyId: number,
  row: ClaimedRow,
  outcome: Exclude<RowOutcome, { kind: 'recorded' }>,
): Statement => sql`
  update service_recipients set leased_until = null, updated_at = now(),
    status = ${outcome.kind === 'wait' ? 'waiting' : outcome.kind},
    handled_at = case when ${outcome.kind !== 'wait'} then now() end,
    provider_id = ${outcome.kind === 'sent' ? outcome.providerId : null},
    error_text = ${outcome.kind === 'failed' || outcome.kind === 'uncertain' ? JSON.stringify(outcome.text) : null}::jsonb
  where ${claimed(companyId, row)}`;

/** The message of a claimed row is stored. */
export const recordQueued = (companyId: number, row: ClaimedRow, messageId: number): Statement => sql`
  update service_recipients set status = 'queued', message_id = ${messageId}, leased_until = null, handled_at = now(),
    updated_at = now()
  where ${claimed(companyId, row)}`;
