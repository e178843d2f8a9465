import { type RawBuilder, sql } from 'kysely';
import { listed, type Statement } from '../../../../core/database/statements.js';
import type { Localized } from '../../../../core/i18n.js';

/** The row to which a customer replies: the last one sent to their number within a month, on the same connection. */
export interface AnsweredRow {
  readonly contactId: number;
  readonly id: number;
  readonly campaignId: number;
  /** null: the prompt must not answer. */
  readonly promptId: number | null;
}

export const answeredRows = (
  companyId: number,
  messages: readonly { readonly connectionId: number; readonly contactId: number }[],
): Statement<AnsweredRow> => sql`
  select c.id as "contactId", r.id, r.campaign_id as "campaignId", case when not c.opted_out then k.prompt_id end as "promptId"
  from ${listed('g', {
    connection_id: ['bigint', messages.map(({ connectionId }) => connectionId)],
    contact_id: ['bigint', messages.map(({ contactId }) => contactId)],
  })}
  join contacts c on c.company_id = ${companyId} and c.id = g.contact_id
  cross join lateral (
    select r.* from (select r.* from service_recipients r
      where r.company_id = ${companyId} and r.number = c.number offset 0) r
    where r.connection_id = g.connection_id and r.message_id is not null
      and r.status in ('sending', 'uncertain', 'sent', 'delivered', 'read') and r.updated_at > now() - interval '30 days'
    order by r.message_id desc limit 1) r
  join service_campaigns k on k.company_id = ${companyId} and k.id = r.campaign_id
  where r.replied_at is null`;

/** The text that was sent. */
export interface SentRow {
  readonly messageId: number;
  readonly body: string;
  readonly status: 'sent' | 'delivered' | 'read';
  readonly providerId: string | null;
  readonly sentAt: string;
}

/** Marks a row as replied, so it has reached the customer. No row: it was already marked. */
export const markReplied = (companyId: number, id: number): Statement<SentRow> => sql`
  update service_recipients set replied_at = now(), leased_until = null, error_text = null,
    handled_at = coalesce(handled_at, now()), updated_at = now(),
    status = case when status in ('sending', 'uncertain') then 'sent' else status end
  where company_id = ${companyId} and id = ${id} and replied_at is null
  returning message_id as "messageId", body, status, provider_id as "providerId", handled_at as "sentAt"`;

/** A status from a provider that may concern a row's text. */
export interface RowStatus {
  readonly connectionId: number;
  readonly messageId: number | null;
  readonly providerId: string;
  readonly status: 'sent' | 'delivered' | 'read' | 'failed';
  readonly error: Localized | null;
}

const rank = (status: RawBuilder<unknown>): RawBuilder<number> =>
  sql`coalesce(array_position('{sent,delivered,read}'::text[], ${status}::text), 0)`;

export interface AppliedStatuses {
  /** Positions in the list, from 1, of statuses of rows without a reply: there is no message for them. */
  readonly unanswered: readonly number[];
  /** Campaigns with rows whose status changed. */
  readonly changed: readonly number[];
}

/** A status only rises, and only a delivery replaces a failure. Of several statuses of one row the highest counts. */
export const applyRowStatuses = (companyId: number, reported: readonly RowStatus[]): Statement<AppliedStatuses> => sql`
  with given as materialized (select g.* from ${listed('g', {
    connection_id: ['bigint', reported.map(({ connectionId }) => connectionId)],
    message_id: ['bigint', reported.map(({ messageId }) => messageId)],
    provider_id: ['text', reported.map(({ providerId }) => providerId)],
    status: ['text', reported.map(({ status }) => status)],
    error_text: ['jsonb', reported.map(({ error }) => error && JSON.stringify(error))],
  })}),
  found as materialized (
    select g.*, r.id, r.replied_at from given g join service_recipients r
      on r.company_id = ${companyId} and r.message_id = g.message_id and r.connection_id = g.connection_id
    union all
    select g.*, r.id, r.replied_at from given g join service_recipients r
      on r.company_id = ${companyId} and r.connection_id = g.connection_id and r.provider_id = g.provider_id
      and g.message_id is null),
  changed as (
    update service_recipients r set status = h.status, error_text = h.error_text, leased_until = null,
      handled_at = coalesce(r.handled_at, now()), updated_at = now()
    from (select distinct on (f.id) f.* from found f order by f.id, ${rank(sql`f.status`)} desc, f.position) h
    where r.company_id = ${companyId} and r.id = h.id and case h.status
      when 'failed' then r.status in ('sending', 'uncertain', 'sent') and r.replied_at is null
      else ${rank(sql`h.status`)} > ${rank(sql`r.status`)} and (r.status <> 'failed' or h.status <> 'sent') end
    returning r.campaign_id)
  select coalesce((select jsonb_agg(f.position) from found f where f.replied_at is null), '[]') as unanswered,
    coalesce((select jsonb_agg(distinct c.campaign_id) from changed c), '[]') as changed`;
