import { type RawBuilder, sql } from 'kysely';
import { listed, planEachTime, type Statement } from '../../../../core/database/statements.js';
import type { Localized } from '../../../../core/i18n.js';

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

/** How far a status has come, from 1; 0 for those before the sending, and failures. */
export const statusRank = (status: RawBuilder<unknown>): RawBuilder<number> =>
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
  const isHigher = sql`(s.status <> 'failed' and ${statusRank(sql`g.status`)} > ${statusRank(sql`s.status`)} or ${isDisproved})`;
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
