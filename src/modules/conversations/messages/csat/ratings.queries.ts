import { type RawBuilder, sql } from 'kysely';

/** The question of a closed cycle that a reply may answer. */
export interface OpenQuestion {
  readonly ticketId: number;
  readonly cycleId: number;
  readonly rating: number | null;
  readonly botPausedAt: string | null;
  /** The customer got another message after the question, or the question was not delivered. */
  readonly isSuperseded: boolean;
}

/** @param cycleId the cycle of the pressed button; null: the newest question is looked for */
export const openQuestion = (
  { companyId, contactId, connectionId }: { companyId: number; contactId: number; connectionId: number },
  { cycleId, timestamp }: { cycleId: number | null; timestamp: number },
): RawBuilder<OpenQuestion> => sql`
  select y.ticket_id as "ticketId", y.id as "cycleId", y.rating, t.bot_paused_at as "botPausedAt", coalesce(
      last.created_at <> y.rating_asked_at and last.created_at is distinct from y.rated_at
      or last.created_at = y.rating_asked_at and last.status in ('failed', 'withdrawn'), false) as "isSuperseded"
  from (select id, contact_id, connection_id, bot_paused_at from tickets where company_id = ${companyId} and contact_id = ${contactId}
    and connection_id = ${connectionId} order by id desc limit 3) t
  join ticket_cycles y on y.company_id = ${companyId} and y.ticket_id = t.id
  left join lateral (
    select m.created_at, m.status from messages m where m.company_id = y.company_id and m.contact_id = t.contact_id
      and m.connection_id = t.connection_id and m.from_me order by m.id desc limit 1) last on true
  where y.rating_asked_at is not null and (${cycleId}::bigint is null or y.id = ${cycleId})
    and to_timestamp(${timestamp}::float8 / 1000) >= date_trunc('second', y.rating_asked_at)
    and to_timestamp(${timestamp}::float8 / 1000) <= y.rating_asked_at + interval '30 minutes'
  order by y.rating_asked_at desc limit 1`;
