import { type RawBuilder, sql } from 'kysely';
import { listed, planEachTime, type Statement } from '../../../../core/database/statements.js';
import type { Localized } from '../../../../core/i18n.js';
import { leaseSeconds } from '../../../../core/jobs/job-lease.js';
import type { SelectedJob } from '../../../../core/jobs/jobs.js';
import { type StoredChannel, storedChannel } from '../../../channels/connections/queries/connections.queries.js';
import { nextMessageId } from '../../../conversations/messages/queries/messages.queries.js';
import { mayWorkSql } from '../../../platform/companies/company.entity.js';
import type { Campaign } from '../campaign.entity.js';
import type { CampaignShipment, ShipmentStatus } from '../campaign-shipment.entity.js';
import { shipmentErrorTexts, uncertain } from '../campaigns.errors.js';
import type { ShipmentBlock } from '../sending/campaign-jobs.js';
import { isRetriable, isValidNumber, recipientsOf } from './campaigns.queries.js';

/** The statements by which shipments are made and sent. */

/** A run of a campaign; jobs of an earlier run do nothing. */
export interface CampaignRun {
  readonly companyId: number;
  readonly id: number;
  readonly run: number;
}

interface FrozenBatch {
  /** Id of the last recipient that was read; null: there was none. */
  readonly last: number | null;
}

/** Creates shipments for the next recipients with a valid number and none yet. @param files number before the text */
export const freezeBatch = (
  companyId: number,
  campaign: Campaign,
  { after, limit, files }: { readonly after: number; readonly limit: number; readonly files: number },
): RawBuilder<FrozenBatch> => {
  // the files get their ids before the text, because conversations show messages in the order of ids
  const fileIds =
    files === 0
      ? sql`null::jsonb`
      : sql`(select jsonb_agg(${nextMessageId}) from generate_series(1, ${files}::int) f where b.id > 0)`;
  return sql`
  with batch as materialized (
    select r.*, ${isValidNumber} and not r."optedOut" as sendable
    from (select r.* from ${recipientsOf(companyId, campaign)} r
      where r.id > ${after} order by r.id limit ${sql.lit(limit)}) r),
  base as materialized (select coalesce((select s.position from campaign_shipments s
    where s.company_id = ${companyId} and s.campaign_id = ${campaign.id} order by s.id desc limit 1), 0) as position),
  stored as (
    insert into campaign_shipments (id, company_id, campaign_id, connection_id, position, number, name, email, variables,
      file_ids, status)
    select ${nextMessageId}, ${companyId}, ${campaign.id}, ${campaign.whatsappId},
      base.position + row_number() over (order by b.id), b.number, left(b.name, 255), left(b.email, 255), b.variables,
      b.file_ids, 'queued'
    from (select b.*, ${fileIds} as file_ids from batch b where b.sendable order by b.id offset 0) b cross join base
    order by b.id
    on conflict (company_id, number, campaign_id) do nothing)
  select max(id) as last from batch`;
};

export const analyzeShipments: Statement = sql`analyze campaign_shipments`;

/** A recipient whose message this process is about to send. */
export interface LeasedShipment
  extends Readonly<Pick<CampaignShipment, 'id' | 'position' | 'number' | 'name' | 'email' | 'variables'>> {
  readonly attempts: number;
  readonly optedOut: boolean;
  /** null or past when the recipient was read without a lease, as part of the {@link ShipmentBlock} of its chain. */
  readonly leasedUntil: string | null;
}

export interface CampaignState {
  /** Whether the campaign runs, in this run. */
  readonly running: boolean;
  /** Whether all recipients have their shipments. */
  readonly frozen: boolean;
  readonly mayWork: boolean;
  readonly hasPlan: boolean;
  readonly connectionRemoved: boolean;
  readonly connected: boolean;
  /** Whether a reason is stored why the campaign does not send. */
  readonly explained: boolean;
  readonly pausedMs: number;
  /** Whether it is within the campaign's hours and days of sending. */
  readonly inHours: boolean;
  /** Whether all of these conditions allow sending. */
  readonly maySend: boolean;
  /** The time in the company's time zone, to which the campaign's hours apply. */
  readonly localTime: string;
  /** Whether the connection failed before, or was not used yet with these credentials. */
  readonly afterFailure: boolean;
  readonly connection: StoredChannel;
  readonly leased: readonly LeasedShipment[];
}

/** End of the lease of a shipment being sent; its process extends the lease. */
const leaseEnd = sql`now() + make_interval(secs => ${sql.lit(leaseSeconds)})`;
/** End of the lease while a shipment waits in its process. The last process to lease it sends it. */
const waitingEnd = sql`now() + interval '5 seconds'`;

const milliseconds = (time: RawBuilder<unknown>): RawBuilder<number> =>
  sql`greatest(0, ceil(1000 * extract(epoch from ${time} - now())))::float8`;

const maySend = sql`running and "mayWork" and "hasPlan" and connected and "pausedMs" = 0 and "inHours"`;

/** A range of positions; without limits all positions. */
interface Positions {
  readonly from?: number;
  readonly until?: number;
}

const isBetween = ({ from, until }: Positions): RawBuilder<unknown> => {
  const first = from === undefined ? sql`` : sql` and q.position >= ${from}`;
  return until === undefined ? first : sql`${first} and q.position < ${until}`;
};

const waitingShipments = ({ companyId, id }: CampaignRun, positions: Positions, limit: number): RawBuilder<unknown> =>
  sql`select q.id from campaign_shipments q where q.company_id = ${companyId} and q.campaign_id = ${id}
    and q.status = 'queued'${isBetween(positions)} and (q.leased_until is null or q.leased_until < now())
    and q.created_at >= (select "recipientsSince" from state) and exists (select from state where ${maySend})
  order by q.position limit ${sql.lit(limit)}`;

const withState = ({ companyId, id, run }: CampaignRun, leased: RawBuilder<unknown>): RawBuilder<CampaignState> => sql`
  with state as materialized (
    select k.status = 'EM_ANDAMENTO' and k.run = ${run} as running, k.frozen_at is not null as frozen,
      ${mayWorkSql} as "mayWork", p.use_campaigns as "hasPlan",
      w.deleted_at is not null as "connectionRemoved", w.deleted_at is null and w.status in ('CONNECTED', 'OPENING') as connected,
      k.pause_reason is not null as explained, coalesce(k.recipients_changed_at, k.created_at) as "recipientsSince",
      w.troubles > 0 or w.status = 'OPENING' as "afterFailure",
      coalesce(${milliseconds(sql`w.paused_until`)}, 0) as "pausedMs",
      to_char(l.clock, 'YYYY-MM-DD"T"HH24:MI:SS') as "localTime",
      (k.send_from is null or to_char(l.clock, 'HH24:MI') >= k.send_from and to_char(l.clock, 'HH24:MI') < k.send_until)
        and (k.weekdays is null or jsonb_exists(k.weekdays, trim(to_char(l.clock, 'day')))) as "inHours",
      ${storedChannel} as connection
    from campaigns k join companies c on c.id = k.company_id join plans p on p.id = c.plan_id
    join connections w on w.company_id = k.company_id and w.id = k.connection_id
    cross join lateral (select now() at time zone c.timezone as clock) l
    where k.company_id = ${companyId} and k.id = ${id}),
  leased as (${leased})
  select state.*, ${maySend} as "maySend",
    coalesce((select json_agg(to_json(l) order by l.id) from leased l), '[]') as leased from state`;

const leasedColumns = sql`s.id, s.position, s.number, s.name, s.email, s.variables, s.attempts,
  s.leased_until as "leasedUntil", coalesce((select x.opted_out from contacts x where x.company_id = s.company_id
    and x.number = s.number), false) as "optedOut"`;

/** The state of a campaign; if it may send now, also the next recipients, under a lease. */
export const leaseShipments = (
  of: CampaignRun,
  { limit, ...positions }: Positions & { readonly limit: number },
): RawBuilder<CampaignState> =>
  withState(
    of,
    sql`update campaign_shipments s set leased_until = ${waitingEnd} where s.company_id = ${of.companyId}
      and s.id = any(array(${waitingShipments(of, positions, limit)} for update skip locked)) returning ${leasedColumns}`,
  );

/**
 * Like {@link leaseShipments} for the recipients of a block, but without a lease: no other chain reads them, and {@link
 * markSending} marks each one only once in any case.
 */
export const readShipments = (of: CampaignRun, { from, size }: ShipmentBlock): RawBuilder<CampaignState> =>
  withState(
    of,
    sql`select ${leasedColumns} from campaign_shipments s where s.company_id = ${of.companyId}
      and s.id = any(array(${waitingShipments(of, { from, until: from + size }, size)}))`,
  );

/** The position of the first waiting recipient from a position on. */
export const firstWaiting = (
  { companyId, id }: Omit<CampaignRun, 'run'>,
  from: number,
): RawBuilder<{ position: number }> => sql`
  select position from campaign_shipments where company_id = ${companyId} and campaign_id = ${id} and status = 'queued'
    and position >= ${from} order by position limit 1`;

/** The content to be sent, as reports and conversations show it. */
export interface ShipmentToSend extends Pick<LeasedShipment, 'id' | 'leasedUntil'> {
  readonly message: number;
  readonly body: string;
}

export interface MarkedShipment {
  readonly id: number;
  readonly fileIds: readonly number[] | null;
  /** Identifies the try. */
  readonly sentAt: string;
}

/**
 * Changes shipments that nobody else has leased from queued to sending, while the campaign runs.
 * @param files number of files before the text: the file list may have changed since the recipients were frozen
 * @returns the shipments that may be sent
 */
export const markSending = (
  { companyId, id, run }: CampaignRun,
  shipments: readonly ShipmentToSend[],
  files: number,
): Statement<MarkedShipment> =>
  planEachTime(sql`
  update campaign_shipments s set status = 'sending', message = g.message, body = g.body, sent_at = clock_timestamp(),
    asked_confirmation = k.confirmation, file_ids = (
      select jsonb_agg(coalesce(s.file_ids->(f - 1), to_jsonb(${nextMessageId})) order by f)
      from generate_series(1, ${files}::int) f),
    leased_until = ${leaseEnd}, updated_at = now()
  from ${listed('g', {
    id: ['bigint', shipments.map((each) => each.id)],
    lease: ['timestamptz', shipments.map(({ leasedUntil }) => leasedUntil)],
    message: ['smallint', shipments.map(({ message }) => message)],
    body: ['text', shipments.map(({ body }) => body)],
  })}
  cross join campaigns k
  where s.company_id = ${companyId} and s.id = g.id and s.status = 'queued' and s.leased_until is not distinct from g.lease
    and k.company_id = ${companyId} and k.id = ${id} and k.run = ${run} and k.status = 'EM_ANDAMENTO'
  returning s.id, s.file_ids as "fileIds", s.sent_at as "sentAt"`);

/** Extends leases; locked rows are skipped, because their results are being stored. */
export const renewSending = (companyId: number, ids: readonly number[]): Statement => sql`
  update campaign_shipments set leased_until = ${leaseEnd} where company_id = ${companyId} and id = any(array(
    select s.id from campaign_shipments s where s.company_id = ${companyId} and s.id = any(${ids}::bigint[])
      and s.status = 'sending' for update skip locked))`;

/** The result of a try. */
export interface ShipmentOutcome {
  readonly id: number;
  /** `queued`: the next try is after `retryMs`. */
  readonly status: Extract<ShipmentStatus, 'sent' | 'delivered' | 'failed' | 'uncertain' | 'queued'>;
  readonly providerId?: string;
  readonly error?: { readonly code: string; readonly text: Localized };
  readonly retryMs?: number;
  /** Whether it counts as a failed try. */
  readonly tried?: boolean;
  /** The try that failed ({@link MarkedShipment}); undefined: there was no try. */
  readonly sentAt?: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

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
    status: ['text', outcomes.map(({ status }) => status)],
    provider_id: ['text', outcomes.map(({ providerId }) => providerId ?? null)],
    error_code: ['text', outcomes.map(({ error }) => error?.code ?? null)],
    error_text: ['jsonb', outcomes.map(({ error }) => (error ? JSON.stringify(error.text) : null))],
    retry_ms: ['float8', outcomes.map(({ retryMs }) => retryMs ?? 0)],
    tried: ['int', outcomes.map(({ tried }) => (tried ? 1 : 0))],
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
export const settleExpired = (
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

/** The highest of several statuses of a shipment that were reported together, with the times of all. */
export interface ReportedShipment {
  readonly connectionId: number;
  readonly messageId: number | null;
  readonly providerId: string;
  readonly status: 'sent' | 'delivered' | 'read' | 'failed';
  readonly error: { readonly code: string; readonly text: Localized } | null;
  /** Whether the provider restricts the number. */
  readonly restrictsNumber?: boolean;
  /** Milliseconds since 1970. */
  readonly deliveredAt: number | null;
  readonly readAt: number | null;
}

const rank = (status: RawBuilder<unknown>): RawBuilder<number> =>
  sql`coalesce(array_position('{sent,delivered,read}'::text[], ${status}::text), 0)`;

export interface AppliedStatuses {
  /** Campaigns whose shipments changed, with the error code if the provider restricts their number. */
  readonly changed: readonly { readonly campaignId: number; readonly restriction: string | null }[];
  /** Positions in the list, from 1, of statuses of shipments without a reply: there is no message for them. */
  readonly unanswered: readonly number[];
}

/** A status only rises, and only a delivery replaces a failure. */
export const applyStatuses = (companyId: number, reported: readonly ReportedShipment[]): Statement<AppliedStatuses> => {
  const isDisproved = sql`s.status = 'failed' and g.status in ('delivered', 'read')`;
  const isHigher = sql`(s.status <> 'failed' and ${rank(sql`g.status`)} > ${rank(sql`s.status`)} or ${isDisproved})`;
  const isFailure = sql`(g.status = 'failed' and s.status not in ('delivered', 'read', 'failed'))`;
  const time = (name: 'delivered_ms' | 'read_ms'): RawBuilder<unknown> => sql`to_timestamp(g.${sql.raw(name)} / 1000)`;
  // ids are read first, because an expression with a subselect uses no index under row security; rows are locked in one
  // order, because two lists of statuses may contain the same shipments
  return planEachTime(sql`
  with given as materialized (
    select g.*, coalesce(g.message_id, p.id) as id from ${listed('g', {
      connection_id: ['bigint', reported.map(({ connectionId }) => connectionId)],
      message_id: ['bigint', reported.map(({ messageId }) => messageId)],
      provider_id: ['text', reported.map(({ providerId }) => providerId)],
      status: ['text', reported.map(({ status }) => status)],
      error_code: ['text', reported.map(({ error }) => error?.code ?? null)],
      error_text: ['jsonb', reported.map(({ error }) => error && JSON.stringify(error.text))],
      restricts: ['boolean', reported.map(({ restrictsNumber }) => restrictsNumber === true)],
      delivered_ms: ['float8', reported.map(({ deliveredAt }) => deliveredAt)],
      read_ms: ['float8', reported.map(({ readAt }) => readAt)],
    })}
    left join campaign_shipments p on g.message_id is null and p.company_id = ${companyId}
      and p.connection_id = g.connection_id and p.provider_id = g.provider_id),
  locked as materialized (
    select s.id, s.connection_id, s.replied_at from campaign_shipments s
    where s.company_id = ${companyId} and s.id = any(array(select g.id from given g)) order by s.id for no key update),
  changed as (
    update campaign_shipments s set
      status = case when ${isFailure} or ${isHigher} then g.status else s.status end,
      provider_id = coalesce(s.provider_id, g.provider_id), leased_until = null,
      sent_at = case when g.status <> 'failed' then coalesce(s.sent_at, now()) else s.sent_at end,
      delivered_at = coalesce(s.delivered_at, ${time('delivered_ms')}, ${time('read_ms')}),
      read_at = coalesce(s.read_at, ${time('read_ms')}),
      error_code = case when ${isFailure} then g.error_code when not ${isHigher} then s.error_code end,
      error_text = case when ${isFailure} then g.error_text when not ${isHigher} then s.error_text end,
      updated_at = now()
    from given g
    where (select count(*) from locked) > 0 and s.company_id = ${companyId} and s.id = g.id and (s.connection_id = g.connection_id) is true
      and (${isFailure} or ${isHigher})
    returning s.campaign_id, case when g.restricts then g.error_code end as restriction)
  select coalesce((select jsonb_agg(distinct jsonb_build_object('campaignId', c.campaign_id, 'restriction', c.restriction))
      from changed c), '[]') as changed,
    coalesce((select jsonb_agg(g.position) from given g
      join locked l on l.id = g.id and l.connection_id = g.connection_id where l.replied_at is null), '[]')
      as unanswered`);
};
