import { type RawBuilder, sql } from 'kysely';
import type { Condition, Statement } from '../../../../core/database/statements.js';
import type { Localized } from '../../../../core/i18n.js';
import {
  type Recipient,
  recipientsOfList,
  recipientsWithTag,
} from '../../../contacts/contact-lists/queries/contact-lists.queries.js';
import type { Campaign, CampaignStatus, RefusedRecipients } from '../campaign.entity.js';
import type { CampaignShipment } from '../campaign-shipment.entity.js';

export const lockCampaign = (companyId: number, id: number): Statement =>
  sql`select id from campaigns where company_id = ${companyId} and id = ${id} for update`;

/** Stores why a running campaign does not send; changes nothing in another run. */
export const storePauseReason = (
  { companyId, id, run }: Pick<Campaign, 'companyId' | 'id' | 'run'>,
  reason: Campaign['pauseReason'],
): Statement => sql`
      update campaigns set pause_reason = ${reason && JSON.stringify(reason)}::jsonb, updated_at = now()
      where company_id = ${companyId} and id = ${id} and run = ${run} and status = 'EM_ANDAMENTO'
        and pause_reason is distinct from ${reason && JSON.stringify(reason)}::jsonb`;

/** Uses the database's clock, like the times of shipments. */
export const storeRecipientsChanged = (companyId: number, id: number): Statement => sql`
      update campaigns set recipients_changed_at = now() where company_id = ${companyId} and id = ${id}`;

type Source = Pick<Campaign, 'contactListId' | 'tagListId'>;

/** Selects rows of {@link Recipient}. */
export const recipientsOf = (companyId: number, { contactListId, tagListId }: Source): RawBuilder<Recipient> =>
  contactListId ? recipientsOfList(companyId, contactListId) : recipientsWithTag(companyId, tagListId ?? 0);

/** Recipients to whom a start would send, without those to whom a cancelled campaign has already sent. */
export function remainingRecipients(campaign: Campaign): RawBuilder<Recipient> {
  const { companyId, id, startedAt, frozenAt } = campaign;
  const shipments = sql`campaign_shipments s where s.company_id = ${companyId} and s.campaign_id = ${id}`;
  if (!startedAt) return recipientsOf(companyId, campaign);
  if (!frozenAt)
    return sql`(select r.* from ${recipientsOf(companyId, campaign)} r
      where not exists (select from ${shipments} and s.number = r.number and s.status <> 'queued'))`;
  return sql`(select s.id, s.number, s.name, s.email, s.variables, coalesce((select c.opted_out from contacts c
      where c.company_id = s.company_id and c.number = s.number), false) as "optedOut"
    from ${shipments} and s.status = 'queued')`;
}

/** References of a campaign besides its connection, with the tables that they belong to. */
const referred = {
  contactListId: ['contact-lists', 'contact_lists'],
  tagListId: ['tags', 'tags'],
  fileListId: ['files', 'file_lists'],
  queueId: ['queue', 'queues'],
  tagId: ['tags', 'tags'],
} as const;
type Referred = keyof typeof referred;

/** A chosen record that does not belong to the company. */
export const missingReference = (
  companyId: number,
  input: Partial<Pick<Campaign, Referred>>,
): RawBuilder<{ resource: (typeof referred)[Referred][0] }> => {
  const checks = (Object.keys(referred) as Referred[]).map((name) => {
    const [resource, table] = referred[name];
    const id = input[name] ?? null;
    return sql`select ${sql.lit(resource)} as resource where ${id}::bigint is not null
      and not exists (select from ${sql.table(table)} where company_id = ${companyId} and id = ${id})`;
  });
  return sql`${sql.join(checks, sql` union all `)}`;
};

/** Records that existing clients read in a campaign in addition to its ids. */
export interface CampaignReferences {
  readonly whatsapp: { readonly id: number; readonly name: string } | null;
  readonly contactList: {
    readonly id: number;
    readonly name: string;
    readonly contacts?: readonly CampaignContact[];
  } | null;
  readonly fileList: { readonly id: number; readonly name: string } | null;
}

export const referencesOf = (
  companyId: number,
  ids: readonly number[],
): RawBuilder<CampaignReferences & { readonly id: number }> => {
  const named = (alias: string) => sql`case when ${sql.ref(`${alias}.id`)} is not null
    then json_build_object('id', ${sql.ref(`${alias}.id`)}, 'name', ${sql.ref(`${alias}.name`)}) end`;
  return sql`
    select c.id, ${named('w')} as whatsapp, ${named('l')} as "contactList", ${named('f')} as "fileList"
    from campaigns c left join connections w on w.company_id = c.company_id and w.id = c.connection_id
      left join contact_lists l on l.company_id = c.company_id and l.id = c.contact_list_id
      left join file_lists f on f.company_id = c.company_id and f.id = c.file_list_id
    where c.company_id = ${companyId} and c.id = any(${ids}::bigint[])`;
};

/** A time as text in JSON. */
const isoText = (at: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`to_char(${at} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** A recipient of a campaign in the form that existing clients count. */
export interface CampaignContact {
  readonly id: number;
  /** Whether the campaign would send to the contact. */
  readonly isWhatsappValid: boolean;
}

/** The status of a message in the form that existing clients count. */
export interface CampaignShipping {
  readonly id: number;
  /** In a campaign with confirmation, when the recipient had confirmed and the message followed. */
  readonly deliveredAt: string | null;
  readonly confirmationRequestedAt: string | null;
  readonly confirmedAt: string | null;
}

export const progressOf = ({
  companyId,
  id,
  ...source
}: Pick<Campaign, 'companyId' | 'id'> & Source): RawBuilder<{
  readonly contacts: readonly CampaignContact[];
  readonly shipping: readonly CampaignShipping[];
}> => sql`
  select coalesce((select json_agg(json_build_object('id', r.id,
      'isWhatsappValid', ${isValidNumber} and not r."optedOut") order by r.id)
    from ${recipientsOf(companyId, source)} r), '[]') as contacts,
  coalesce((select json_agg(json_build_object('id', s.id,
      'deliveredAt', ${isoText(sql`case when s.asked_confirmation then s.confirmed_at else s.delivered_at end`)},
      'confirmationRequestedAt', ${isoText(sql`case when s.asked_confirmation then s.sent_at end`)},
      'confirmedAt', ${isoText(sql`s.confirmed_at`)}) order by s.id)
    from campaign_shipments s where s.company_id = ${companyId} and s.campaign_id = ${id}), '[]') as shipping`;

/** Whether a number has a country code; numbers with 15 digits are groups. */
export const isValidNumber: Condition = sql`r.number ~ '^[1-9][0-9]{7,13}$'`;

export const countRecipients = (
  recipients: RawBuilder<Recipient>,
): RawBuilder<RefusedRecipients & { readonly recipients: number }> => sql`
  select count(distinct r.number) filter (where valid and not r."optedOut") as recipients,
    count(*) filter (where not valid) as invalid, count(*) filter (where valid and r."optedOut") as "optedOut",
    count(*) filter (where valid and not r."optedOut")
      - count(distinct r.number) filter (where valid and not r."optedOut") as repeated
  from (select r.*, ${isValidNumber} as valid from ${recipients} r offset 0) r`;

export interface MissingColumn {
  /** The name as the texts spell it. */
  readonly name: string;
  /** Number of recipients without a value for it. */
  readonly recipients: number;
}

export const missingColumns = (
  recipients: RawBuilder<Recipient>,
  names: readonly string[],
): RawBuilder<MissingColumn> => sql`
  select n.name, count(distinct r.number) as recipients
  from ${recipients} r cross join unnest(${names}::text[]) n (name)
  where ${isValidNumber} and not r."optedOut" and not exists (
    select from (select v->>'name' as name, v->>'value' as value from jsonb_array_elements(r.variables) v
      union all values ('nome', r.name), ('email', r.email), ('numero', r.number)) known
    where lower(known.name) = lower(n.name) and known.value <> '')
  group by n.name order by recipients desc, n.name`;

export const recipientAt = (recipients: RawBuilder<Recipient>, position: number): RawBuilder<Recipient> => sql`
  select r.id, r.number, r.name, r.email, r.variables from ${recipients} r
  where ${isValidNumber} and not r."optedOut" order by r.id limit 1 offset ${position}`;

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

/** Whether the failed shipment `s` may be sent again: the recipient did not opt out and was not erased or replaced. */
export const isRetriable: Condition = sql`s.status = 'failed' and s.replied_at is null
  and s.error_code not in ('OPTED_OUT', 'ERASED', 'REPLACED')`;

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
