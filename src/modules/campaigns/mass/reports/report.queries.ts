import { type RawBuilder, sql } from 'kysely';
import type { Condition } from '../../../../core/database/statements.js';
import type { Localized } from '../../../../core/i18n.js';
import type { CampaignStatus } from '../campaign.entity.js';
import type { CampaignShipment } from '../campaign-shipment.entity.js';
import { isRetriable } from '../sending/outcomes.queries.js';

const isSent = sql<boolean>`s.status in ('sent', 'delivered', 'read')`;

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
  count(s.replied_at) as replied, count(s.confirmed_at) as confirmed,
  count(*) filter (where s.status = 'failed') as failed`;

const ofCampaign = (companyId: number, campaignId: number): Condition =>
  sql`s.company_id = ${companyId} and s.campaign_id = ${campaignId}`;

export interface CampaignTotals extends ShipmentFigures {
  /** Shipments that are not sent yet. */
  readonly waiting: number;
  /** Shipments that were perhaps sent, without a confirmation of the provider. */
  readonly uncertain: number;
  /** Recipients who opted out after the start; they also count as failed. */
  readonly optedOut: number;
  /** Recipients who opted out after they got the campaign. */
  readonly unsubscribed: number;
  /** Failed shipments that can be sent again; `unconfirmed` are those that the provider has perhaps received. */
  readonly retriable: number;
  readonly unconfirmed: number;
}

export const totalsOf = (companyId: number, campaignId: number): RawBuilder<CampaignTotals> => sql`
  select ${figures}, count(*) filter (where s.status in ('queued', 'sending')) as waiting,
    count(*) filter (where s.status = 'uncertain') as uncertain,
    count(*) filter (where s.error_code = 'OPTED_OUT') as "optedOut", count(s.unsubscribed_at) as unsubscribed,
    count(*) filter (where ${isRetriable}) as retriable,
    count(*) filter (where ${isRetriable} and s.error_code = 'UNCERTAIN') as unconfirmed
  from campaign_shipments s where ${ofCampaign(companyId, campaignId)}`;

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
  where ${ofCampaign(companyId, campaignId)} and s.status in ('failed', 'uncertain') and s.error_code is not null
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
    ('read', s.read_at), ('replied', s.replied_at)) x (what, at)
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
  /** `replied` and `confirmed` are accepted too, although they are no statuses in the database. */
  readonly status?: string | undefined;
  readonly errorCode?: string | undefined;
  readonly message?: number | undefined;
  readonly search?: string | undefined;
}

function matching(companyId: number, campaignId: number, filter: RecipientFilter): Condition {
  const { status, errorCode, message, search } = filter;
  const conditions: Condition[] = [ofCampaign(companyId, campaignId)];
  if (status === 'replied') conditions.push(sql`s.replied_at is not null`);
  else if (status === 'confirmed') conditions.push(sql`s.confirmed_at is not null`);
  else if (status) conditions.push(sql`s.status = ${status}`);
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

export const countShipments = (
  companyId: number,
  campaignId: number,
  filter: RecipientFilter,
  limit: number,
): RawBuilder<{ count: number }> => sql`
  select count(*) as count from (select from campaign_shipments s where ${matching(companyId, campaignId, filter)}
    limit ${sql.lit(limit)}) x`;
