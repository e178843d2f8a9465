import { type RawBuilder, sql } from 'kysely';
import type { Condition, Statement } from '../../../../core/database/statements.js';
import { queueNames } from '../../../people/queues/crud/queues.queries.js';
import { userNames } from '../../../people/users/crud/users.queries.js';
import { ticketMessages } from '../queries/ticket-messages.queries.js';
import type { TicketStatus } from '../ticket.entity.js';

/** A ticket in the export; times are text, durations are seconds. */
export interface ExportedTicket {
  readonly id: number;
  readonly code: number;
  readonly status: TicketStatus;
  readonly contact: string;
  readonly number: string;
  readonly isGroup: boolean;
  readonly channel: string;
  readonly connection: string;
  readonly queue: string | null;
  readonly user: string | null;
  readonly tags: string | null;
  readonly cycles: number | null;
  readonly createdAt: string;
  readonly queuedAt: string | null;
  readonly startedAt: string | null;
  readonly firstResponseAt: string | null;
  readonly finishedAt: string | null;
  readonly waited: number | null;
  readonly responded: number | null;
  readonly lasted: number | null;
  readonly rating: number | null;
  readonly received: number;
  readonly sent: number;
  readonly lastMessage: string;
  readonly lastMessageType: string;
  readonly lastMessageUserId: number | null;
  readonly lastAt: string | null;
}

const moment = (column: string): RawBuilder<unknown> =>
  sql`to_char(${sql.ref(column)} at time zone z.zone, 'YYYY-MM-DD HH24:MI:SS')`;
const seconds = (until: string, from: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`round(extract(epoch from ${sql.ref(until)} - ${from}))::int`;

/** The company's time zone, and the number of matching tickets, counted up to the limit. */
export const exportSize = (
  companyId: number,
  where: Condition,
  limit: number,
): Statement<{ zone: string; count: number }> => sql`
  select timezone as zone, (select count(*) from (select 1 from tickets t where ${where} limit ${sql.lit(limit)}) x) as count
  from companies where id = ${companyId}`;

/** Matching tickets with higher ids than `after`, in the order of their ids. */
interface ExportedPage {
  readonly where: Condition;
  readonly after: number;
  readonly limit: number;
}

/** Who finished the conversation, or in which department, since removed: the ticket no longer has it. */
const finishedWith = (column: string): RawBuilder<unknown> =>
  sql`case when y.finished_at is not null then ${sql.ref(`y.${column}`)} end`;

/** Times are in the given time zone. */
export const exportedTickets = ({ where, after, limit }: ExportedPage, zone: string): Statement<ExportedTicket> => sql`
  select t.id, t.code, t.status, c.name as contact, c.number, c.is_group as "isGroup", t.channel, w.name as connection, q.name as queue, u.name as "user",
    (select string_agg(g.name, ', ' order by g.name) from ticket_tags tt join tags g on g.company_id = tt.company_id and g.id = tt.tag_id
      where tt.company_id = t.company_id and tt.ticket_id = t.id) as tags,
    y.number as cycles, ${moment('t.created_at')} as "createdAt", ${moment('y.queued_at')} as "queuedAt", ${moment('y.started_at')} as "startedAt",
    ${moment('y.first_response_at')} as "firstResponseAt", ${moment('y.finished_at')} as "finishedAt",
    ${seconds('y.started_at', sql`coalesce(least(y.queued_at, y.started_at), y.created_at)`)} as waited,
    ${seconds('y.first_response_at', sql`y.created_at`)} as responded, ${seconds('y.finished_at', sql`y.created_at`)} as lasted, y.rating,
    m.received, m.sent, left(coalesce(s.text, t.last_message), 200) as "lastMessage", coalesce(s.type, t.last_message_type) as "lastMessageType", s.user_id as "lastMessageUserId", ${moment('m.last_at')} as "lastAt"
  from (select ${zone}::text as zone) z cross join (select t.* from tickets t where ${where} and t.id > ${after} order by t.id limit ${sql.lit(limit)}) t
  join contacts c on c.company_id = t.company_id and c.id = t.contact_id
  join connections w on w.company_id = t.company_id and w.id = t.connection_id
  left join lateral (select * from ticket_cycles x where x.company_id = t.company_id and x.ticket_id = t.id order by x.number desc limit 1) y on true
  left join ${userNames} u on u.company_id = t.company_id and u.id = coalesce(t.user_id, ${finishedWith('user_id')})
  left join ${queueNames} q on q.company_id = t.company_id and q.id = coalesce(t.queue_id, ${finishedWith('queue_id')})
  cross join lateral (${ticketMessages().counts}) m
  left join lateral (${ticketMessages().shown}) s on true
  order by t.id`;
