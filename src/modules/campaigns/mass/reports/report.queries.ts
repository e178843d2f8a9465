import { type RawBuilder, sql } from 'kysely';
import type { Condition } from '../../../../core/database/statements.js';
import type { Localized } from '../../../../core/i18n.js';
import type { CampaignStatus } from '../campaign.entity.js';
import type { CampaignShipment } from '../campaign-shipment.entity.js';
import { leftOutCodes } from '../campaigns.errors.js';
import { isRetriable } from '../sending/outcomes.queries.js';

const isSent = sql<boolean>`s.status in ('sent', 'delivered', 'read')`;

/** An opt-out is no reply. */
const isReplied = sql<boolean>`s.replied_at is not null and s.unsubscribed_at is null`;

const leftOut = sql.join(leftOutCodes.map((code) => sql.lit(code)));
const isFailed = sql<boolean>`(s.status = 'failed' and coalesce(s.error_code, '') not in (${leftOut}))`;

const isDelivered = sql<boolean>`s.status in ('delivered', 'read')`;

export interface ShipmentFigures {
  readonly recipients: number;
  /** Each figure includes the ones after it. */
  readonly sent: number;
  readonly delivered: number;
  readonly read: number;
  readonly replied: number;
  readonly confirmed: number;
  readonly failed: number;
}

const figures = sql`count(*) as recipients, count(*) filter (where ${isSent}) as sent,
  count(*) filter (where ${isDelivered}) as delivered, count(*) filter (where s.status = 'read') as read,
  count(*) filter (where ${isReplied}) as replied, count(s.confirmed_at) as confirmed,
  count(*) filter (where ${isFailed}) as failed`;

const ofCampaign = (companyId: number, campaignId: number): Condition =>
  sql`s.company_id = ${companyId} and s.campaign_id = ${campaignId}`;

/** Recipients by what they did, beside the statuses of their messages. */
export const recipientGroups = {
  replied: isReplied,
  confirmed: sql<boolean>`s.confirmed_at is not null`,
  unsubscribed: sql<boolean>`s.unsubscribed_at is not null`,
  // whoever replies has read it, also where receipts of reading are off
  unread: sql<boolean>`s.status in ('sent', 'delivered') and s.replied_at is null`,
  unreplied: sql<boolean>`${isSent} and s.replied_at is null`,
  failed: isFailed,
  left_out: sql<boolean>`s.status = 'failed' and not ${isFailed}`,
} satisfies Record<string, Condition>;

export interface CampaignTotals extends ShipmentFigures {
  /** Shipments that are not sent yet. */
  readonly waiting: number;
  /** Shipments that were perhaps sent, without a confirmation of the provider. */
  readonly uncertain: number;
  /** Recipients who opted out after the start and before their turn. */
  readonly optedOut: number;
  /** Recipients who had got another campaign within the campaign's `frequencyDays`. */
  readonly capped: number;
  /** Recipients of a follow-up who replied after its start and before their turn. */
  readonly answered: number;
  /** Recipients whose message was sent and who did not read it, nor reply; those who did not reply. */
  readonly unread: number;
  readonly unreplied: number;
  /** Recipients who opted out after they got the campaign. */
  readonly unsubscribed: number;
  /** Failed shipments that can be sent again; `unconfirmed` are those that the provider has perhaps received. */
  readonly retriable: number;
  readonly unconfirmed: number;
}

/** What was sent within the last five minutes. */
export interface RecentShipments {
  readonly recent: number;
  /** Since the first of them. */
  readonly recentSeconds: number;
}

const isRecent = sql<boolean>`s.sent_at > now() - interval '5 minutes'`;

export const totalsOf = (companyId: number, campaignId: number): RawBuilder<CampaignTotals & RecentShipments> => sql`
  select ${figures}, count(*) filter (where s.status in ('queued', 'sending')) as waiting,
    count(*) filter (where s.status = 'uncertain') as uncertain,
    count(*) filter (where s.error_code = 'OPTED_OUT') as "optedOut",
    count(*) filter (where ${recipientGroups.unread}) as unread,
    count(*) filter (where ${recipientGroups.unreplied}) as unreplied,
    count(*) filter (where s.error_code = 'FREQUENCY') as capped,
    count(*) filter (where s.error_code = 'REPLIED') as answered, count(s.unsubscribed_at) as unsubscribed,
    count(*) filter (where ${isRetriable}) as retriable,
    count(*) filter (where ${isRetriable} and s.error_code = 'UNCERTAIN') as unconfirmed,
    count(*) filter (where ${isRecent}) as recent,
    coalesce(extract(epoch from now() - min(s.sent_at) filter (where ${isRecent})), 0)::float8 as "recentSeconds"
  from campaign_shipments s where ${ofCampaign(companyId, campaignId)}`;

/** The figures of one campaign in a list. */
export interface ListedFigures extends ShipmentFigures, Pick<CampaignTotals, 'waiting' | 'unsubscribed'> {}

/** A row for each of the campaigns that has recipients. */
export const figuresOf = (
  companyId: number,
  campaignIds: readonly number[],
): RawBuilder<ListedFigures & { readonly campaignId: number }> => sql`
  select s.campaign_id as "campaignId", ${figures}, count(*) filter (where s.status in ('queued', 'sending')) as waiting,
    count(s.unsubscribed_at) as unsubscribed
  from campaign_shipments s where s.company_id = ${companyId} and s.campaign_id = any(${campaignIds}::bigint[])
  group by s.campaign_id`;

const sortable = {
  sent: isSent,
  delivered: isDelivered,
  read: sql<boolean>`s.status = 'read'`,
  replied: isReplied,
  failed: isFailed,
  unsubscribed: sql<boolean>`s.unsubscribed_at is not null`,
} as const;
export const sortableFigures = Object.keys(sortable) as (keyof typeof sortable)[];

/** A figure of campaign `t`, to sort by. */
export const figureOf = (name: keyof typeof sortable): RawBuilder<number> => sql`(
  select count(*) from campaign_shipments s where s.company_id = t.company_id and s.campaign_id = t.id and ${sortable[name]})`;

/** Figures of the messages after a confirmation; each of the first three includes the ones after it. */
export interface FollowUpFigures {
  readonly sent: number;
  readonly delivered: number;
  readonly read: number;
  readonly failed: number;
}

export const followUpsOf = (companyId: number, campaignId: number): RawBuilder<FollowUpFigures> => sql`
  select count(*) filter (where m.status in ('sent', 'delivered', 'read')) as sent,
    count(*) filter (where m.status in ('delivered', 'read')) as delivered,
    count(*) filter (where m.status = 'read') as read, count(*) filter (where m.status = 'failed') as failed
  from campaign_shipments s join messages m on m.company_id = s.company_id and m.id = s.follow_up_id
  where ${ofCampaign(companyId, campaignId)} and s.follow_up_id is not null`;

/** A campaign as the dashboard shows it. */
export interface CurrentCampaign extends ShipmentFigures {
  readonly id: number;
  readonly name: string;
  readonly status: CampaignStatus;
  readonly scheduledAt: string | null;
  readonly completedAt: string | null;
  readonly waiting: number;
}

/** Campaigns that run or are paused, then planned ones, then those that ended within a week. */
export const currentCampaigns = (companyId: number): RawBuilder<CurrentCampaign> => sql`
  select c.id, c.name, c.status, c.scheduled_at as "scheduledAt", c.completed_at as "completedAt", f.*
  from (select c.*, array_position(array['EM_ANDAMENTO', 'PAUSADA', 'PROGRAMADA'], c.status) as place from campaigns c
    where c.company_id = ${companyId} and (c.status in ('EM_ANDAMENTO', 'PAUSADA', 'PROGRAMADA')
      or c.status = 'FINALIZADA' and c.completed_at > now() - interval '7 days')
    order by place, c.completed_at desc, c.scheduled_at, c.id desc limit 6) c
  cross join lateral (select ${figures}, count(*) filter (where s.status in ('queued', 'sending')) as waiting
    from campaign_shipments s where s.company_id = c.company_id and s.campaign_id = c.id) f
  order by c.place, c.completed_at desc, c.scheduled_at, c.id desc`;

export interface FailureFigures {
  readonly code: string;
  readonly text: Localized;
  readonly count: number;
}

export const failuresOf = (companyId: number, campaignId: number): RawBuilder<FailureFigures> => sql`
  select s.error_code as code, (array_agg(s.error_text))[1] as text, count(*) as count from campaign_shipments s
  where ${ofCampaign(companyId, campaignId)} and s.status in ('failed', 'uncertain') and s.error_code not in (${leftOut})
  group by s.error_code order by count desc, code limit 50`;

export interface HourFigures {
  /** The beginning of the hour. */
  readonly hour: string;
  readonly sent: number;
  readonly delivered: number;
  readonly read: number;
  readonly replied: number;
}

/** Figures of each hour; the newest thousand hours. */
export const hoursOf = (companyId: number, campaignId: number): RawBuilder<HourFigures> => sql`
  select date_trunc('hour', x.at) as hour, count(*) filter (where x.what = 'sent') as sent,
    count(*) filter (where x.what = 'delivered') as delivered, count(*) filter (where x.what = 'read') as read,
    count(*) filter (where x.what = 'replied') as replied
  from campaign_shipments s cross join lateral (values ('sent', case when ${isSent} then s.sent_at end), ('delivered', s.delivered_at),
    ('read', s.read_at), ('replied', case when ${isReplied} then s.replied_at end)) x (what, at)
  where ${ofCampaign(companyId, campaignId)} and x.at is not null
  group by 1 order by 1 desc limit 1000`;

export interface MessageFigures extends ShipmentFigures {
  /** Number of the message, from 1 to 5. */
  readonly message: number;
}

export const messagesOf = (companyId: number, campaignId: number): RawBuilder<MessageFigures> => sql`
  select s.message, ${figures} from campaign_shipments s
  where ${ofCampaign(companyId, campaignId)} and s.message is not null group by s.message order by s.message`;

type ShownColumns =
  | 'id'
  | 'number'
  | 'name'
  | 'email'
  | 'status'
  | 'message'
  | 'body'
  | 'errorCode'
  | 'sentAt'
  | 'deliveredAt'
  | 'readAt'
  | 'repliedAt'
  | 'confirmedAt';

export interface StoredRecipient extends Pick<CampaignShipment, ShownColumns> {
  readonly errorText: Localized | null;
}

export interface RecipientFilter {
  /** A status, or one of {@link recipientGroups}. */
  readonly status?: string | undefined;
  readonly errorCode?: string | undefined;
  readonly message?: number | undefined;
  readonly search?: string | undefined;
}

const isGroup = (status: string): status is keyof typeof recipientGroups => Object.hasOwn(recipientGroups, status);

function matching(companyId: number, campaignId: number, filter: RecipientFilter): Condition {
  const { status, errorCode, message, search } = filter;
  const conditions: Condition[] = [ofCampaign(companyId, campaignId)];
  if (status) conditions.push(isGroup(status) ? recipientGroups[status] : sql`s.status = ${status}`);
  if (errorCode) conditions.push(sql`s.error_code = ${errorCode}`);
  if (message) conditions.push(sql`s.message = ${message}`);
  if (search) {
    const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
    conditions.push(sql`(s.number like ${pattern} or s.name ilike ${pattern})`);
  }
  return sql`${sql.join(conditions, sql` and `)}`;
}

export const shipmentsPage = (
  companyId: number,
  campaignId: number,
  filter: RecipientFilter,
  { after, limit }: { readonly after: number; readonly limit: number },
): RawBuilder<StoredRecipient> => sql`
  select s.id, s.number, s.name, s.email, s.status, s.message, s.body, s.error_code as "errorCode",
    s.error_text as "errorText", s.sent_at as "sentAt", s.delivered_at as "deliveredAt", s.read_at as "readAt",
    s.replied_at as "repliedAt", s.confirmed_at as "confirmedAt"
  from campaign_shipments s where ${matching(companyId, campaignId, filter)} and s.id > ${after}
  order by s.id limit ${sql.lit(limit)}`;

/** Matching recipients to whom something else may be sent: not erased, and not opted out of the campaign. */
export const reachableRecipients = (
  companyId: number,
  campaignId: number,
  filter: RecipientFilter,
  { after, limit }: { readonly after: number; readonly limit: number },
): RawBuilder<Pick<CampaignShipment, 'id' | 'number' | 'name' | 'email' | 'variables'>> => sql`
  select s.id, s.number, s.name, s.email, s.variables from campaign_shipments s
  where ${matching(companyId, campaignId, filter)} and s.unsubscribed_at is null and s.number ~ '^[0-9]{8,14}$'
    and s.id > ${after} order by s.id limit ${sql.lit(limit)}`;

export const countShipments = (
  companyId: number,
  campaignId: number,
  filter: RecipientFilter,
  limit: number,
): RawBuilder<{ count: number }> => sql`
  select count(*) as count from (select from campaign_shipments s where ${matching(companyId, campaignId, filter)}
    limit ${sql.lit(limit)}) x`;
