import { type RawBuilder, sql } from 'kysely';
import { listed, planEachTime, type Statement } from '../../../../core/database/statements.js';
import { leaseSeconds } from '../../../../core/jobs/job-lease.js';
import { type StoredChannel, storedChannel } from '../../../channels/connections/queries/connections.queries.js';
import { nextMessageId } from '../../../conversations/messages/queries/messages.queries.js';
import { mayWorkSql } from '../../../platform/companies/company.entity.js';
import type { CampaignShipment } from '../campaign-shipment.entity.js';
import { gotOtherCampaign } from '../editing/other-campaigns.queries.js';
import { isUnanswered, sentByOthers } from '../editing/recipients.queries.js';

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
  /** Whether it is within the campaign's hours and days of sending; by recipients' clocks: for one who waits. */
  readonly inHours: boolean;
  /** Zones of recipients where it is, as {@link CampaignShipment} has them; null: the company's clock decides. */
  readonly openZones: readonly string[] | null;
  /** Whether all of these conditions allow sending. */
  readonly maySend: boolean;
  /** The time in the company's time zone. */
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

/** Which clocks decide when recipients are written to ({@link usesRecipientClocks}). */
export type SendingClocks = 'company' | 'recipients';

const isBetween = ({ from, until }: Positions): RawBuilder<unknown> => {
  const first = from === undefined ? sql`` : sql` and q.position >= ${from}`;
  return until === undefined ? first : sql`${first} and q.position < ${until}`;
};

const isQueued = ({ companyId, id }: Pick<CampaignRun, 'companyId' | 'id'>): RawBuilder<boolean> =>
  sql`q.company_id = ${companyId} and q.campaign_id = ${id} and q.status = 'queued'`;

const isWaiting = (of: CampaignRun, positions: Positions): RawBuilder<boolean> =>
  sql`${isQueued(of)}${isBetween(positions)} and (q.leased_until is null or q.leased_until < now())
    and q.created_at >= (select "recipientsSince" from state)`;

const waitingShipments = (of: CampaignRun, positions: Positions, limit: number): RawBuilder<unknown> =>
  sql`select q.id from campaign_shipments q where ${isWaiting(of, positions)} and exists (select from state where ${maySend})
  order by q.position limit ${sql.lit(limit)}`;

/** Reads each zone by its index: those who wait elsewhere are not passed over one by one. */
const waitingInZones = (of: CampaignRun, positions: Positions, limit: number): RawBuilder<unknown> =>
  sql`select q.id from state cross join unnest(state."openZones") z (zone) cross join lateral (
    select q.id, q.position from campaign_shipments q where ${isWaiting(of, positions)} and q.time_zone = z.zone
    order by q.position limit ${sql.lit(limit)}) q
  where ${maySend} order by q.position limit ${sql.lit(limit)}`;

/** The zones of recipients who wait, as a table `zones` that ends with a null; each is one look into the index. */
const waitingZones = (of: Pick<CampaignRun, 'companyId' | 'id'>): RawBuilder<unknown> => sql`
  recursive zones (zone) as (
    (select min(q.time_zone) from campaign_shipments q where ${isQueued(of)} and q.time_zone is not null)
    union all
    select (select min(q.time_zone) from campaign_shipments q where ${isQueued(of)} and q.time_zone > z.zone)
    from zones z where z.zone is not null)`;

/** The company's clock as `l` beside its row `c`. */
const companyClock = sql`cross join lateral (select now() at time zone c.timezone as clock) l`;
/** The clock of zone `z` as `l`. */
const zoneClock = sql`cross join lateral (select now() at time zone coalesce(nullif(z.zone, ''), c.timezone) as clock) l`;
/** The clock as text, for `untilSendingMs`. */
const clockText = sql<string>`to_char(l.clock, 'YYYY-MM-DD"T"HH24:MI:SS')`;
/** Whether campaign `k` may send at this time of this day. */
const isInHours = sql<boolean>`(k.send_from is null or to_char(l.clock, 'HH24:MI') >= k.send_from and to_char(l.clock, 'HH24:MI') < k.send_until)
        and (k.weekdays is null or jsonb_exists(k.weekdays, trim(to_char(l.clock, 'day'))))`;

/** A clock by which a campaign sends. */
export interface SendingClock {
  readonly inHours: boolean;
  /** `YYYY-MM-DDTHH:mm:ss` */
  readonly localTime: string;
}

/** The company's clock, or those of the recipients who wait. */
export const sendingClocks = (
  of: Pick<CampaignRun, 'companyId' | 'id'>,
  clocks: SendingClocks,
): RawBuilder<SendingClock> => sql`
  ${clocks === 'company' ? sql`` : sql`with ${waitingZones(of)}`}
  select ${isInHours} as "inHours", ${clockText} as "localTime" from campaigns k join companies c on c.id = k.company_id
  ${clocks === 'company' ? companyClock : sql`join zones z on z.zone is not null ${zoneClock}`}
  where k.company_id = ${of.companyId} and k.id = ${of.id}`;

const withState = (of: CampaignRun, clocks: SendingClocks, claimed: RawBuilder<unknown>): RawBuilder<CampaignState> => {
  const { companyId, id, run } = of;
  const byCompany = clocks === 'company';
  return sql`
  with ${byCompany ? sql`` : sql`${waitingZones(of)},`} state as materialized (
    select k.status = 'EM_ANDAMENTO' and k.run = ${run} as running, k.frozen_at is not null as frozen,
      ${mayWorkSql} as "mayWork", p.use_campaigns as "hasPlan",
      w.deleted_at is not null as "connectionRemoved", w.deleted_at is null and w.status in ('CONNECTED', 'OPENING') as connected,
      k.pause_reason is not null as explained, coalesce(k.recipients_changed_at, k.created_at) as "recipientsSince",
      k.frequency_days as "frequencyDays", k.follows_id as "followsId",
      w.troubles > 0 or w.status = 'OPENING' as "afterFailure",
      coalesce(${milliseconds(sql`w.paused_until`)}, 0) as "pausedMs",
      ${clockText} as "localTime", ${byCompany ? sql`null as "openZones", ${isInHours}` : sql`o.zones as "openZones", cardinality(o.zones) > 0`} as "inHours",
      ${storedChannel} as connection
    from campaigns k join companies c on c.id = k.company_id join plans p on p.id = c.plan_id
    join connections w on w.company_id = k.company_id and w.id = k.connection_id
    ${companyClock}
    ${
      byCompany
        ? sql``
        : sql`cross join lateral (select array(select z.zone from zones z ${zoneClock}
      where z.zone is not null and ${isInHours}) as zones) o`
    }
    where k.company_id = ${companyId} and k.id = ${id}),
  claimed as (${claimed})
  select state.*, ${maySend} as "maySend",
    coalesce((select json_agg(to_json(l) order by l.id) from claimed l), '[]') as claimed from state`;
};

const frequencyDays = sql`(select "frequencyDays" from state)`;

/** Shipments of a number are read by scalar subqueries and by the number alone: PostgreSQL would hash all of an EXISTS. */
const claimedColumns = (
  of: CampaignRun,
): RawBuilder<unknown> => sql`s.id, s.position, s.number, s.name, s.email, s.variables, s.attempts,
  s.leased_until as "leasedUntil", coalesce((select x.opted_out from contacts x where x.company_id = s.company_id
    and x.number = s.number), false) as "optedOut",
  case when (select "frequencyDays" from state) is not null then coalesce((
      select true from ${sentByOthers('s', of, frequencyDays)} limit 1), false)
      or ${gotOtherCampaign(of.companyId, sql.ref('s.number'), frequencyDays)}
    else false end as capped,
  case when (select "followsId" from state) is null then false else coalesce((
    select not (${isUnanswered}) from (select p.* from campaign_shipments p
      where p.company_id = s.company_id and p.number = s.number offset 0) p
    where p.campaign_id = (select "followsId" from state) limit 1), false) end as answered`;

/** The state of a campaign; if it may send now, also the next recipients, under a lease. */
export const claimShipments = (
  of: CampaignRun,
  clocks: SendingClocks,
  { limit, ...positions }: Positions & { readonly limit: number },
): RawBuilder<CampaignState> => {
  const waiting = clocks === 'company' ? waitingShipments : waitingInZones;
  return withState(
    of,
    clocks,
    sql`update campaign_shipments s set leased_until = ${waitingEnd} where s.company_id = ${of.companyId}
      and s.id = any(array(${waiting(of, positions, limit)} for update skip locked)) returning ${claimedColumns(of)}`,
  );
};

/**
 * Like {@link claimShipments} for the recipients of a block, but without a lease: no other chain reads them, and {@link
 * markSending} marks each one only once in any case.
 */
export const readShipments = (
  of: CampaignRun,
  clocks: SendingClocks,
  { from, size }: ShipmentBlock,
): RawBuilder<CampaignState> => {
  const waiting = clocks === 'company' ? waitingShipments : waitingInZones;
  return withState(
    of,
    clocks,
    sql`select ${claimedColumns(of)} from campaign_shipments s where s.company_id = ${of.companyId}
      and s.id = any(array(${waiting(of, { from, until: from + size }, size)}))`,
  );
};

/** The position of the first waiting recipient from a position on, of these zones only if they are given. */
export const firstWaiting = (
  of: Pick<CampaignRun, 'companyId' | 'id'>,
  from: number,
  zones: readonly string[] | null = null,
): RawBuilder<{ position: number }> => {
  const first = (more: RawBuilder<unknown>): RawBuilder<{ position: number }> => sql`
  select q.position from campaign_shipments q where ${isQueued(of)} and q.position >= ${from}${more}
  order by q.position limit 1`;
  if (zones === null) return first(sql``);
  return sql`select w.position from unnest(${zones}::text[]) z (zone) cross join lateral (
    ${first(sql` and q.time_zone = z.zone`)}) w order by w.position limit 1`;
};

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
