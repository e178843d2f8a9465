import { sql } from 'kysely';
import { listed, type Statement } from '../../../../core/database/statements.js';
import type { Localized } from '../../../../core/i18n.js';
import { statusRank } from '../../mass/statuses/statuses.queries.js';

/** A status from a provider that may concern the text to a recipient. */
export interface ReportedRecipient {
  readonly connectionId: number;
  readonly messageId: number | null;
  readonly providerId: string;
  readonly status: 'sent' | 'delivered' | 'read' | 'failed';
  readonly error: Localized | null;
}

export interface AppliedStatuses {
  /** Positions in the list, from 1, of statuses of recipients without a reply: there is no message for them. */
  readonly unanswered: readonly number[];
  /** Campaigns with recipients whose status changed. */
  readonly changed: readonly number[];
}

/** A status only rises, and only a delivery replaces a failure. Of several statuses of one recipient the highest counts. */
export const applyStatuses = (
  companyId: number,
  reported: readonly ReportedRecipient[],
): Statement<AppliedStatuses> => sql`
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
    from (select distinct on (f.id) f.* from found f order by f.id, ${statusRank(sql`f.status`)} desc, f.position) h
    where r.company_id = ${companyId} and r.id = h.id and case h.status
      when 'failed' then r.status in ('sending', 'uncertain', 'sent') and r.replied_at is null
      else ${statusRank(sql`h.status`)} > ${statusRank(sql`r.status`)} and (r.status <> 'failed' or h.status <> 'sent') end
    returning r.campaign_id)
  select coalesce((select jsonb_agg(f.position) from found f where f.replied_at is null), '[]') as unanswered,
    coalesce((select jsonb_agg(distinct c.campaign_id) from changed c), '[]') as changed`;
