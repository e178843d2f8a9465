import { type RawBuilder, sql } from 'kysely';
import { type Condition, listed, type Statement } from '../../../../core/database/statements.js';
import { prefixLengths, zonesByPrefix } from '../../../../core/phone-zones.js';
import {
  isReachable,
  type Recipient,
  recipientsOfList,
} from '../../../contacts/contact-lists/queries/contact-lists.queries.js';
import { nextMessageId } from '../../../conversations/messages/queries/messages.queries.js';
import type { Campaign, RefusedRecipients, TagScope } from '../campaign.entity.js';
import type { MessagePrice } from '../campaign-settings.entity.js';
import { usesRecipientClocks } from '../campaigns.policy.js';
import { gotOtherCampaign } from './other-campaigns.queries.js';

/** What names the recipients of a campaign that has not frozen them. */
export type RecipientSource = Pick<Campaign, 'contactListId' | 'tagListId' | 'tagScope'> &
  Partial<Pick<Campaign, 'followsId' | 'followDays'>>;

/** In the same form as {@link recipientsOfList}. */
const recipientsWithTag = (companyId: number, tagId: number, scope: TagScope): RawBuilder<Recipient> => {
  const ofTickets = sql`union select t.contact_id from ticket_tags x
      join tickets t on t.company_id = x.company_id and t.id = x.ticket_id
      where x.company_id = ${companyId} and x.tag_id = ${tagId}`;
  return sql`(
  select c.id, c.number, c.name, c.email, c.extra_info as variables, c.opted_out as "optedOut" from contacts c
  where c.company_id = ${companyId} and c.erased_at is null and ${isReachable} and c.id in (
    select x.contact_id from contact_tags x where x.company_id = ${companyId} and x.tag_id = ${tagId}
    ${scope === 'all' ? ofTickets : sql``}))`;
};

/** Whether the owner of the number has not written since shipment `p`, nor opted out. */
export const isUnanswered: Condition = sql`p.replied_at is null and p.unsubscribed_at is null and not exists (
    select from contacts a join tickets b on b.company_id = a.company_id and b.contact_id = a.id and not b.is_group
      and b.last_arrival_at > p.sent_at
    join messages m on m.company_id = b.company_id and m.ticket_id = b.id and not m.from_me and m.created_at > p.sent_at
    where a.company_id = p.company_id and a.number = p.number)`;

/** In the same form as {@link recipientsOfList}; a minute less than the days, because clocks differ. */
const recipientsUnanswered = (companyId: number, followsId: number, days: number): RawBuilder<Recipient> => sql`(
  select p.id, p.number, p.name, p.email, p.variables, coalesce((select c.opted_out from contacts c
      where c.company_id = p.company_id and c.number = p.number), false) as "optedOut"
  from campaign_shipments p where p.company_id = ${companyId} and p.campaign_id = ${followsId}
    and p.status in ('sent', 'delivered', 'read') and ${isUnanswered}
    and p.sent_at < now() - make_interval(days => ${days}::int) + interval '1 minute')`;

/** Selects rows of {@link Recipient}. */
export function recipientsOf(companyId: number, source: RecipientSource): RawBuilder<Recipient> {
  const { contactListId, tagListId, tagScope, followsId, followDays = 0 } = source;
  if (followsId) return recipientsUnanswered(companyId, followsId, followDays);
  return contactListId
    ? recipientsOfList(companyId, contactListId)
    : recipientsWithTag(companyId, tagListId ?? 0, tagScope);
}

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

/** The ids of a campaign, of those that it follows, and of those that follow it. */
export const sequenceOf = (companyId: number, id: number): RawBuilder<unknown> => sql`
    with recursive before (id, follows_id) as (
      select k.id, k.follows_id from campaigns k where k.company_id = ${companyId} and k.id = ${id}
      union select k.id, k.follows_id from campaigns k join before b on k.company_id = ${companyId} and k.id = b.follows_id),
    members (id) as (
      select b.id from before b where b.follows_id is null
      union select k.id from campaigns k join members m on k.company_id = ${companyId} and k.follows_id = m.id)
    select id from members`;

/** What the number of row `of` got of other sequences within so many days; beside it see {@link gotOtherCampaign}. */
export const sentByOthers = (
  of: 'r' | 's',
  { companyId, id }: Pick<Campaign, 'companyId' | 'id'>,
  days: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`campaign_shipments x where x.company_id = ${companyId}
  and x.number = ${sql.ref(`${of}.number`)} and x.campaign_id <> all(array(${sequenceOf(companyId, id)}))
  and x.status <> 'failed' and x.sent_at > now() - make_interval(days => ${days})`;

/** The recipients without those who got another campaign within so many days. */
export const withoutCapped = (
  campaign: Pick<Campaign, 'companyId' | 'id'>,
  recipients: RawBuilder<Recipient>,
  days: number,
): RawBuilder<Recipient> =>
  sql`(select r.* from ${recipients} r where not exists (select from ${sentByOthers('r', campaign, sql`${days}::int`)})
    and not ${gotOtherCampaign(campaign.companyId, sql.ref('r.number'), sql`${days}::int`)})`;

export interface CampaignCost {
  /** In the company's currency. */
  readonly amount: number;
  /** Recipients of countries without a price, whose cost is not in it. */
  readonly unpriced: number;
}

/** @param prices of the campaign's category */
export const costOf = (
  recipients: RawBuilder<Recipient>,
  prices: readonly Pick<MessagePrice, 'countryCode' | 'price'>[],
): RawBuilder<CampaignCost> => sql`
  select coalesce(sum(p.price::numeric), 0)::float8 as amount, count(*) filter (where p.price is null) as unpriced
  from (select distinct r.number from ${recipients} r where ${isValidNumber} and not r."optedOut") r
  left join lateral (select g.price from ${listed('g', {
    country: ['text', prices.map(({ countryCode }) => countryCode)],
    price: ['float8', prices.map(({ price }) => price)],
  })} where starts_with(r.number, g.country) order by length(g.country) desc limit 1) p on true`;

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

export const recipientsFrom = (
  recipients: RawBuilder<Recipient>,
  position: number,
  limit: number,
): RawBuilder<Omit<Recipient, 'optedOut'>> => sql`
  select r.id, r.number, r.name, r.email, r.variables from ${recipients} r
  where ${isValidNumber} and not r."optedOut" order by r.id limit ${limit} offset ${position}`;

export const recipientAt = (recipients: RawBuilder<Recipient>, position: number) =>
  recipientsFrom(recipients, position, 1);

/** The zone that a number tells, as {@link CampaignShipment} has it. */
export const zoneOf = (number: RawBuilder<unknown>): RawBuilder<string> => {
  const found = prefixLengths.map((length) => sql`z.zones->>left(${number}, ${sql.lit(length)})`);
  return sql`(select coalesce(${sql.join(found)}, '') from (select ${JSON.stringify(zonesByPrefix)}::jsonb as zones) z)`;
};

/**
 * Recipients that were frozen without a zone get theirs, because the campaign has changed. `updated_at` stays: it says
 * how long one is uncertain.
 */
export const fillZones = (companyId: number, campaignId: number): Statement => sql`
  update campaign_shipments s set time_zone = ${zoneOf(sql`s.number`)}
  where s.company_id = ${companyId} and s.campaign_id = ${campaignId} and s.status in ('queued', 'sending', 'uncertain')
    and s.time_zone is null`;

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
      file_ids, time_zone, status)
    select ${nextMessageId}, ${companyId}, ${campaign.id}, ${campaign.whatsappId},
      base.position + row_number() over (order by b.id), b.number, left(b.name, 255), left(b.email, 255), b.variables,
      b.file_ids, ${usesRecipientClocks(campaign) ? zoneOf(sql`b.number`) : sql`null`}, 'queued'
    from (select b.*, ${fileIds} as file_ids from batch b where b.sendable order by b.id offset 0) b cross join base
    order by b.id
    on conflict (company_id, number, campaign_id) do nothing)
  select max(id) as last from batch`;
};

export const analyzeShipments: Statement = sql`analyze campaign_shipments`;
