import { type RawBuilder, sql } from 'kysely';
import { type Condition, listed, planEachTime, type Statement } from '../../../../core/database/statements.js';
import type { SelectedJob } from '../../../../core/jobs/jobs.js';
import type { ShipmentStatus } from '../campaign-shipment.entity.js';
import { leftOutCodes, shipmentErrorTexts, uncertain } from '../campaigns.errors.js';
import type { CampaignRun } from './claims.queries.js';
import { errorOf, type Outcome, providerIdOf } from './outcome.policy.js';

export interface ShipmentOutcome {
  readonly id: number;
  readonly outcome: Outcome;
  /** The try ({@link MarkedShipment}); undefined: there was none. */
  readonly sentAt?: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

const errorTextOf = (outcome: Outcome): string | null => {
  const error = errorOf(outcome);
  return error ? JSON.stringify(error.text) : null;
};
/** A shipment that waits is queued. */
const statusOf = ({ kind }: Outcome): ShipmentStatus => (kind === 'wait' ? 'queued' : kind);

/** Stores results; statuses reported meanwhile stay, and a failed try does not affect a later one. */
export const recordOutcomes = (companyId: number, outcomes: readonly ShipmentOutcome[]): Statement<object> =>
  planEachTime(sql`
  update campaign_shipments s set
    status = case when s.status in ('queued', 'sending', 'uncertain') then g.status else s.status end,
    provider_id = coalesce(s.provider_id, g.provider_id),
    sent_at = case when g.status in ('queued', 'failed') and s.status in ('queued', 'sending') then null else s.sent_at end,
    delivered_at = coalesce(s.delivered_at, case when g.status = 'delivered' then to_timestamp(g.at_ms / 1000) end),
    error_code = case when s.status in ('queued', 'sending', 'uncertain') then g.error_code else s.error_code end,
    error_text = case when s.status in ('queued', 'sending', 'uncertain') then g.error_text else s.error_text end,
    leased_until = case when g.status = 'queued' then now() + make_interval(secs => g.retry_ms / 1000) end,
    attempts = s.attempts + g.tried, updated_at = now()
  from ${listed('g', {
    id: ['bigint', outcomes.map(({ id }) => id)],
    status: ['text', outcomes.map(({ outcome }) => statusOf(outcome))],
    provider_id: ['text', outcomes.map(({ outcome }) => providerIdOf(outcome))],
    error_code: ['text', outcomes.map(({ outcome }) => errorOf(outcome)?.code ?? null)],
    error_text: ['jsonb', outcomes.map(({ outcome }) => errorTextOf(outcome))],
    retry_ms: ['float8', outcomes.map(({ outcome }) => (outcome.kind === 'wait' ? (outcome.retryMs ?? 0) : 0))],
    tried: ['int', outcomes.map(({ outcome }) => (outcome.kind === 'wait' && outcome.tried ? 1 : 0))],
    sent_at: ['timestamptz', outcomes.map(({ sentAt }) => sentAt ?? null)],
    at_ms: ['float8', outcomes.map(({ at }) => at)],
  })}
  where s.company_id = ${companyId} and s.id = g.id
    and (g.status not in ('queued', 'failed') or s.sent_at = g.sent_at or (g.sent_at is null and s.status = 'queued'))`);

/** Jobs for campaigns with shipments whose sender died or that no provider has confirmed. */
export const unconfirmedCampaigns: RawBuilder<SelectedJob> = sql`
  select distinct s.company_id, jsonb_build_object('id', s.campaign_id) as payload,
    'settle-shipments:' || s.campaign_id as key, now() as run_at
  from campaign_shipments s where s.status in ('sending', 'uncertain') and (s.status = 'uncertain' or s.leased_until < now())`;

/** Shipments whose sender died are sent again if repeating is harmless; otherwise they are uncertain. */
export const settleAbandoned = (
  companyId: number,
  campaignId: number,
  idempotentChannels: readonly string[],
): RawBuilder<object> => sql`
  update campaign_shipments s set status = case when w.repeatable then 'queued' else 'uncertain' end,
    error_code = case when not w.repeatable then ${uncertain.code} end,
    error_text = case when not w.repeatable then ${JSON.stringify(uncertain.text)}::jsonb end,
    leased_until = null, updated_at = now()
  from (select id, channel = any(${idempotentChannels}::text[]) as repeatable from connections
    where company_id = ${companyId}) w
  where s.company_id = ${companyId} and s.campaign_id = ${campaignId} and s.status = 'sending' and s.leased_until < now()
    and w.id = s.connection_id`;

/** After this time a status counts as missing; an uncertain shipment waits at most ten minutes. */
const statusSeconds = 20;

const uncertainSeconds = 600;

/** Number of later shipments that must have been delivered. */
const evidence = 20;

/**
 * An uncertain shipment is sent again if statuses of later messages came but none of its own: it never reached the
 * provider. Without that evidence it fails after ten minutes, like messages of conversations. An unhandled status may
 * be its own if it has its id, or has none of ours and came after the sending. Its status may also be one that the
 * provider repeats later because we did not accept it, if another message of these seconds has no status either.
 */
export const settleUncertain = (companyId: number, campaignId: number): RawBuilder<object> => sql`
  with later as materialized (
    select min(n.sent_at) as sent_at from (
      select d.sent_at from campaign_shipments d
      where d.company_id = ${companyId} and d.campaign_id = ${campaignId} and d.status in ('delivered', 'read')
        and d.updated_at < now() - make_interval(secs => ${sql.lit(statusSeconds)})
      order by d.sent_at desc limit ${sql.lit(evidence)}) n
    having count(*) = ${sql.lit(evidence)}),
  unreported as materialized (
    select distinct date_trunc('second', n.sent_at) as second from campaign_shipments n
    where n.company_id = ${companyId} and n.campaign_id = ${campaignId} and n.status = 'sent'),
  unhandled as materialized (
    select i.connection_id, i.created_at, (h.status->>'messageId')::bigint as message_id from inbox_events i
    cross join jsonb_array_elements(coalesce(i.payload->'statuses', jsonb_build_array(i.payload))) h (status)
    where i.company_id = ${companyId} and i.processed_at is null and i.payload->>'kind' in ('status', 'statuses')),
  unnamed as materialized (
    select connection_id, max(created_at) as created_at from unhandled where message_id is null group by connection_id),
  decided as materialized (
    select u.id, coalesce((select l.sent_at from later l) > u.sent_at, false)
        and u.id not in (select h.message_id from unhandled h where h.message_id is not null)
        and not exists (select from unnamed h where h.connection_id = u.connection_id and h.created_at > u.sent_at)
        and not exists (select from unreported r
          where r.second between u.sent_at - interval '3 seconds' and u.sent_at + interval '2 seconds') as refuted
    from campaign_shipments u
    where u.company_id = ${companyId} and u.campaign_id = ${campaignId} and u.status = 'uncertain')
  update campaign_shipments s set status = case when d.refuted then 'queued' else 'failed' end,
    leased_until = null, updated_at = now(), sent_at = case when not d.refuted then s.sent_at end,
    error_code = case when not d.refuted then s.error_code end, error_text = case when not d.refuted then s.error_text end
  from decided d where s.company_id = ${companyId} and s.id = d.id
    and (d.refuted or s.updated_at < now() - make_interval(secs => ${sql.lit(uncertainSeconds)}))`;

/** Removes the recipients to whom nothing was sent. */
export const removeQueued = (companyId: number, campaignId: number): Statement => sql`
      delete from campaign_shipments where company_id = ${companyId} and campaign_id = ${campaignId} and status = 'queued'`;

/** Fails shipments that were being sent when list, tag or connection changed, and would be sent again. */
export const failReplaced = (companyId: number, campaignId: number): RawBuilder<object> => sql`
  update campaign_shipments s set status = 'failed', error_code = 'REPLACED',
    error_text = ${JSON.stringify(shipmentErrorTexts.replaced)}::jsonb, leased_until = null, updated_at = now()
  from campaigns k
  where k.company_id = ${companyId} and k.id = ${campaignId} and s.company_id = ${companyId} and s.campaign_id = ${campaignId}
    and s.status = 'queued' and s.created_at < k.recipients_changed_at`;

/** Shipments that failed because the number is restricted are sent when the campaign continues. */
export const requeueRefused = (companyId: number, campaignId: number, code: string): RawBuilder<object> => sql`
  update campaign_shipments set status = 'queued', provider_id = null, sent_at = null, error_code = null, error_text = null,
    updated_at = now()
  where company_id = ${companyId} and campaign_id = ${campaignId} and status = 'failed' and error_code = ${code}
    and replied_at is null`;

/** Whether the failed shipment `s` may be sent again: the recipient did not opt out and was not erased or replaced. */
export const isRetriable: Condition = sql`s.status = 'failed' and s.replied_at is null
  and s.error_code not in (${sql.join([...leftOutCodes, 'ERASED', 'REPEATED', 'REPLACED'].map((code) => sql.lit(code)))})`;

/** Recipients who got nothing, or perhaps nothing, wait again. */
export const requeueFailed = (companyId: number, campaignId: number): RawBuilder<object> => sql`
  update campaign_shipments s set status = 'queued', provider_id = null, sent_at = null, error_code = null, error_text = null,
    leased_until = null, attempts = 0, updated_at = now()
  where s.company_id = ${companyId} and s.campaign_id = ${campaignId} and ${isRetriable}`;

/** Whether a connection is paused, and how often in a row its provider has failed. */
export const providerTrouble = (
  companyId: number,
  connectionId: number,
): RawBuilder<{ readonly paused: boolean; readonly failures: number }> => sql`
  select coalesce(paused_until > now(), false) as paused, troubles as failures from connections
  where company_id = ${companyId} and id = ${connectionId}`;

export interface RemainingShipments {
  readonly queued: number;
  readonly sending: number;
  readonly uncertain: number;
}

export const remainingShipments = ({ companyId, id }: CampaignRun): RawBuilder<RemainingShipments> => sql`
  select count(*) filter (where status = 'queued') as queued, count(*) filter (where status = 'sending') as sending,
    count(*) filter (where status = 'uncertain') as uncertain
  from campaign_shipments where company_id = ${companyId} and campaign_id = ${id}
    and status in ('queued', 'sending', 'uncertain')`;
