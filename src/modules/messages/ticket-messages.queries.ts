import { sql } from 'kysely';
import { defineTicketMessages } from '../tickets/ticket-messages.queries.js';

defineTicketMessages({
  newest: sql`select n.status, n.participant from messages n where n.company_id = t.company_id and n.ticket_id = t.id
    and (t.is_group or (t.last_message_from_me and t.last_message_ack = 0)) order by n.id desc limit 1`,
  counts: sql`select count(*) filter (where not x.from_me) as received, count(*) filter (where x.from_me) as sent,
      max(x.sent_at) as last_at
    from messages x where x.company_id = t.company_id and x.ticket_id = t.id and x.status <> 'withdrawn'`,
  search: (companyId, text) => sql`select ticket_id, message_id from search_messages(${companyId}, ${text})`,
  bodies: (companyId, ids) => sql`select m.id, m.body from messages m
    where m.company_id = ${companyId} and m.id = any(${ids}::bigint[]) and not m.is_deleted`,
});
