import { type RawBuilder, sql } from 'kysely';
import { listed, planEachTime, type Statement } from '../../../../core/database/statements.js';
import { leaseSeconds } from '../../../../core/jobs/job-lease.js';
import { type StoredChannel, storedChannel } from '../../../channels/connections/queries/connections.queries.js';
import { nextMessageId } from '../../../conversations/messages/queries/messages.queries.js';
import { mayWorkSql } from '../../../platform/companies/company.entity.js';
import type { CampaignShipment } from '../campaign-shipment.entity.js';
import { gotAnother, isUnanswered } from '../editing/recipients.queries.js';

/** The statements by which shipments are made and sent. */

/** A run of a campaign; jobs of an earlier run do nothing. */
export interface CampaignRun {
  readonly companyId: number;
  readonly id: number;
  readonly run: number;
}

/** The recipients of a step, by position. The next block of a chain comes after the blocks of the other chains. */
export interface ShipmentBlock {
  readonly from: number;
  readonly size: number;
}

/** A recipient whose message this process is about to send. */
export interface ClaimedShipment
  extends Readonly<Pick<CampaignShipment, 'id' | 'position' | 'number' | 'name' | 'email' | 'variables'>> {
  readonly attempts: number;
  readonly optedOut: boolean;
  /** Whether the recipient got another campaign within the campaign's `frequencyDays`. */
  readonly capped: boolean;
  /** Whether the recipient of a follow-up has replied to the campaign before it. */
  readonly answered: boolean;
  /** null or past when the recipient was read without a claim, as part of the {@link ShipmentBlock} of its chain. */
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
  readonly claimed: readonly ClaimedShipment[];
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

/** The company's clock as `l` beside its row `c`. */
export const companyClock = sql`cross join lateral (select now() at time zone c.timezone as clock) l`;
/** The clock as text, for `untilSendingMs`. */
export const clockText = sql<string>`to_char(l.clock, 'YYYY-MM-DD"T"HH24:MI:SS')`;
/** Whether campaign `k` may send at this time of this day. */
export const isInHours = sql<boolean>`(k.send_from is null or to_char(l.clock, 'HH24:MI') >= k.send_from and to_char(l.clock, 'HH24:MI') < k.send_until)
        and (k.weekdays is null or jsonb_exists(k.weekdays, trim(to_char(l.clock, 'day'))))`;

const withState = ({ companyId, id, run }: CampaignRun, claimed: RawBuilder<unknown>): RawBuilder<CampaignState> => sql`
  with state as materialized (
    select k.status = 'EM_ANDAMENTO' and k.run = ${run} as running, k.frozen_at is not null as frozen,
      ${mayWorkSql} as "mayWork", p.use_campaigns as "hasPlan",
      w.deleted_at is not null as "connectionRemoved", w.deleted_at is null and w.status in ('CONNECTED', 'OPENING') as connected,
      k.pause_reason is not null as explained, coalesce(k.recipients_changed_at, k.created_at) as "recipientsSince",
      k.frequency_days as "frequencyDays", k.follows_id as "followsId",
      w.troubles > 0 or w.status = 'OPENING' as "afterFailure",
      coalesce(${milliseconds(sql`w.paused_until`)}, 0) as "pausedMs",
      ${clockText} as "localTime", ${isInHours} as "inHours",
      ${storedChannel} as connection
    from campaigns k join companies c on c.id = k.company_id join plans p on p.id = c.plan_id
    join connections w on w.company_id = k.company_id and w.id = k.connection_id
    ${companyClock}
    where k.company_id = ${companyId} and k.id = ${id}),
  claimed as (${claimed})
  select state.*, ${maySend} as "maySend",
    coalesce((select json_agg(to_json(l) order by l.id) from claimed l), '[]') as claimed from state`;

const claimedColumns = (
  of: CampaignRun,
): RawBuilder<unknown> => sql`s.id, s.position, s.number, s.name, s.email, s.variables, s.attempts,
  s.leased_until as "leasedUntil", coalesce((select x.opted_out from contacts x where x.company_id = s.company_id
    and x.number = s.number), false) as "optedOut",
  case when (select "frequencyDays" from state) is not null then ${gotAnother('s', of, sql`(select "frequencyDays" from state)`)}
    else false end as capped,
  case when (select "followsId" from state) is not null then exists (select from campaign_shipments p
    where p.company_id = s.company_id and p.number = s.number and p.campaign_id = (select "followsId" from state)
      and not (${isUnanswered})) else false end as answered`;

/** The state of a campaign; if it may send now, also the next recipients, under a lease. */
export const claimShipments = (
  of: CampaignRun,
  { limit, ...positions }: Positions & { readonly limit: number },
): RawBuilder<CampaignState> =>
  withState(
    of,
    sql`update campaign_shipments s set leased_until = ${waitingEnd} where s.company_id = ${of.companyId}
      and s.id = any(array(${waitingShipments(of, positions, limit)} for update skip locked)) returning ${claimedColumns(of)}`,
  );

/**
 * Like {@link claimShipments} for the recipients of a block, but without a lease: no other chain reads them, and {@link
 * markSending} marks each one only once in any case.
 */
export const readShipments = (of: CampaignRun, { from, size }: ShipmentBlock): RawBuilder<CampaignState> =>
  withState(
    of,
    sql`select ${claimedColumns(of)} from campaign_shipments s where s.company_id = ${of.companyId}
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
export interface ShipmentToSend extends Pick<ClaimedShipment, 'id' | 'number' | 'leasedUntil'> {
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
 * Changes shipments that nobody else has leased from queued to sending, while the campaign runs. One that got another
 * number since it was read stays queued.
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
    number: ['text', shipments.map(({ number }) => number)],
    lease: ['timestamptz', shipments.map(({ leasedUntil }) => leasedUntil)],
    message: ['smallint', shipments.map(({ message }) => message)],
    body: ['text', shipments.map(({ body }) => body)],
  })}
  cross join campaigns k
  where s.company_id = ${companyId} and s.id = g.id and s.status = 'queued' and s.number = g.number
    and s.leased_until is not distinct from g.lease
    and k.company_id = ${companyId} and k.id = ${id} and k.run = ${run} and k.status = 'EM_ANDAMENTO'
  returning s.id, s.file_ids as "fileIds", s.sent_at as "sentAt"`);

/** Extends leases; locked rows are skipped, because their results are being stored. */
export const renewSending = (companyId: number, ids: readonly number[]): Statement => sql`
  update campaign_shipments set leased_until = ${leaseEnd} where company_id = ${companyId} and id = any(array(
    select s.id from campaign_shipments s where s.company_id = ${companyId} and s.id = any(${ids}::bigint[])
      and s.status = 'sending' for update skip locked))`;
