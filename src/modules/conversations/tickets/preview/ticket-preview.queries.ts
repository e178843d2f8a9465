import { type RawBuilder, sql } from 'kysely';
import type { Condition, Statement } from '../../../../core/database/statements.js';

/** Locks the tickets' rows and selects `company_id` and `id`. Tickets are always locked before their messages. */
export const lockTickets = (companyId: number, ids: number | RawBuilder<unknown>): RawBuilder<object> =>
  sql`select company_id, id from tickets where company_id = ${companyId} and id = ${ids} order by id for no key update`;

/** The text that lists show of a message. */
const previewText = sql`case when s.body <> '' or s.data->>'voice' = 'true' then s.body else coalesce(s.media_name, '') end`;

/**
 * Shows each message of the CTE `stored` as the newest of its ticket. The CTE `given` contains by `ticket_id` the end
 * of the customer service window that the message opens (`window_until`) and whether an attendant wrote it
 * (`by_person`).
 */
export const previewStoredMessages: RawBuilder<unknown> = sql`
  update tickets t set last_message = ${previewText}, last_message_from_me = s.from_me, last_message_type = s.media_type,
    last_message_ack = s.ack, last_message_at = least(s.sent_at, s.created_at), last_arrival_at = s.created_at,
    unread_messages = t.unread_messages + case when s.read then 0 else 1 end,
    window_until = greatest(t.window_until, g.window_until),
    bot_paused_at = case when g.by_person then s.created_at else t.bot_paused_at end,
    updated_at = greatest(now(), t.updated_at + interval '1 millisecond')
  from stored s join given g on g.ticket_id = s.ticket_id
  where t.company_id = s.company_id and t.id = s.ticket_id`;

/** Shows the ack of the message in the CTE `changed`. @param newest whether `c`, its alias, is the ticket's newest */
export const previewAck = (newest: Condition): RawBuilder<unknown> => sql`
  update tickets t set last_message_ack = c.ack from changed c
  where t.company_id = c.company_id and t.id = c.ticket_id and t.last_message_from_me and t.last_message_ack <> c.ack
    and ${newest}`;

/**
 * @param newest selects the newest message of each ticket: company_id, ticket_id, body as lists show it, type, from_me,
 * ack, sent_at, created_at
 */
export const previewNewest = (newest: RawBuilder<unknown>): Statement => sql`
  update tickets t set last_message = m.body, last_message_type = m.type, last_message_from_me = m.from_me,
     last_message_ack = m.ack, last_message_at = least(m.sent_at, m.created_at), last_arrival_at = m.created_at
   from (${newest}) m where t.company_id = m.company_id and t.id = m.ticket_id`;

export const clearUnread = (companyId: number, ticketIds: readonly number[]): Statement =>
  sql`update tickets set unread_messages = 0 where company_id = ${companyId}
   and id = any(${ticketIds}::bigint[])`;

export const countUnread = (companyId: number, ticketId: number): Statement => sql`
  update tickets set unread_messages = unread_messages + 1 where company_id = ${companyId} and id = ${ticketId}`;

/** Locks closed tickets with messages older than these months, which are to be purged; the oldest come first. */
export const lockPurgeableTickets = (companyId: number, months: number, limit: number): Statement<{ id: number }> =>
  // the 12 hours avoid purging a ticket more than once a night
  sql`
  select id from tickets where company_id = ${companyId} and status = 'closed'
     and created_at < now() - make_interval(months => ${months})
     and (purged_until is null or purged_until < updated_at)
     and (purged_until is null or purged_until < now() - make_interval(months => ${months}) - interval '12 hours')
   order by created_at limit ${sql.lit(limit)} for update skip locked`;

export const setPurged = (companyId: number, ticketIds: readonly number[], months: number): Statement =>
  sql`update tickets set purged_until = now() - make_interval(months => ${months})
   where company_id = ${companyId} and id = any(${ticketIds}::bigint[])`;
