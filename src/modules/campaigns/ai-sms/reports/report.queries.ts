import { type RawBuilder, sql } from 'kysely';
import { among, type Statement } from '../../../../core/database/statements.js';
import type { Localized } from '../../../../core/i18n.js';

/** Whether the recipient got the text as far as is known; uses the aliases `r` of recipients and `m` of their messages. */
const isSent: RawBuilder<boolean> = sql`(r.status in ('sent', 'delivered', 'read')
  or r.status = 'queued' and coalesce(m.status in ('sent', 'delivered', 'read'), true))`;

/** Whether the recipient will not be written to any more. */
const isFailed: RawBuilder<boolean> = sql`(r.status in ('failed', 'uncertain')
  or r.status = 'queued' and coalesce(m.status in ('failed', 'uncertain', 'withdrawn'), false))`;

/** Each message is read by its id, because a company has many other messages. */
const withMessages: RawBuilder<unknown> = sql`left join lateral (
  select m.status, m.error_text from messages m where r.status = 'queued' and m.company_id = r.company_id and m.id = r.message_id offset 0) m on true`;

/** Recipients of a campaign by status; those in neither group wait. */
export interface CampaignFigures {
  readonly campaignId: number;
  readonly recipients: number;
  readonly sent: number;
  readonly failed: number;
  /** Whether something was sent, or perhaps. */
  readonly begun: boolean;
}

export const figuresOf = (companyId: number, ids: readonly number[]): Statement<CampaignFigures> => sql`
  select r.campaign_id as "campaignId", count(*)::int as recipients, count(*) filter (where ${isSent})::int as sent,
    count(*) filter (where ${isFailed})::int as failed,
    bool_or(r.status not in ('waiting', 'failed') or r.provider_id is not null) as begun
  from service_recipients r ${withMessages}
  where r.company_id = ${companyId} and ${among('r.campaign_id', ids)} group by r.campaign_id`;

/** What became of the recipients of an AI campaign. */
export interface AiCampaignFigures {
  readonly sent: number;
  readonly replied: number;
  /** Of those who replied, whose conversation an attendant accepted afterwards. */
  readonly accepted: number;
  /** Tokens of the first texts that were sent; null: they were not counted for all of them. */
  readonly tokens: number | null;
}

/** The attendance of a reply is the first one that was not finished by then. */
export const aiFiguresOf = (companyId: number, campaignId: number): Statement<AiCampaignFigures> => sql`
  select count(*) filter (where ${isSent})::int as sent, count(r.replied_at)::int as replied,
    count(*) filter (where y.started_at > r.replied_at)::int as accepted,
    case when count(*) filter (where ${isSent} and r.tokens is null) = 0 then coalesce(sum(r.tokens), 0)::float8 end as tokens
  from service_recipients r ${withMessages}
  left join lateral (select y.started_at from messages f
    join ticket_cycles y on y.company_id = f.company_id and y.ticket_id = f.ticket_id
      and (y.finished_at is null or y.finished_at > r.replied_at)
    where r.replied_at is not null and f.company_id = r.company_id and f.id = r.message_id
    order by y.number limit 1) y on true
  where r.company_id = ${companyId} and r.campaign_id = ${campaignId}`;

/** A row of a report (spec 001 §3). */
export interface ReportRow {
  readonly id: number;
  readonly campaign_id: number;
  readonly name: string;
  readonly phone: string;
  /** When the row was sent or failed, in UTC. */
  readonly time: string;
  /** 1: the row was sent. */
  readonly is_sent: number;
  /** `uncertain`: the row was perhaps sent. */
  readonly status: 'sent' | 'failed' | 'uncertain';
  /** The reason why it was not sent, in the caller's language. */
  readonly error: string | null;
  readonly field_1: string;
  readonly field_2: string;
  readonly field_3: string;
  readonly field_4: string;
  readonly field_5: string;
}

export interface StoredReportRow extends Omit<ReportRow, 'error'> {
  readonly error: Localized | null;
}

/** Sent and failed rows in the order of the files. A campaign has few rows, so they are read before they are sorted. */
export const reportRows = (
  companyId: number,
  campaignId: number,
  after: number,
  limit: number,
): Statement<StoredReportRow> => sql`
  select r.id, r.campaign_id, r.name, r.number as phone, r.handled_at as time,
    case when ${isSent} then 1 else 0 end as is_sent,
    case when ${isSent} then 'sent' when r.status = 'uncertain' or m.status = 'uncertain' then 'uncertain' else 'failed' end as status,
    coalesce(r.error_text, m.error_text) as error, r.fields->>0 as field_1, r.fields->>1 as field_2,
    r.fields->>2 as field_3, r.fields->>3 as field_4, r.fields->>4 as field_5
  from (select * from service_recipients where company_id = ${companyId} and campaign_id = ${campaignId} offset 0) r
  ${withMessages} where r.id > ${after} and (${isSent} or ${isFailed}) order by r.id limit ${limit}`;
