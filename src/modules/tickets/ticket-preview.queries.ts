import { type RawBuilder, sql } from 'kysely';
import type { Condition } from '../../core/database/statements.js';

/** Selects `company_id` and `id` of the ticket and locks its row: always before the rows of its messages. */
export const lockTicket = (companyId: number, ticketId: number | RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select company_id, id from tickets where company_id = ${companyId} and id = ${ticketId} for no key update`;

export interface StoredMessage {
  readonly text: string;
  readonly unread: boolean;
  /** The customer service window that the message opens. */
  readonly windowUntil: Date | null;
}

/** Shows the message of the CTE `stored` as the newest of its ticket; returns the message's id. */
export const previewStoredMessage = ({ text, unread, windowUntil }: StoredMessage): RawBuilder<{ id: number }> => sql`
  update tickets t set last_message = ${text}, last_message_from_me = s.from_me, last_message_type = s.media_type,
    last_message_ack = s.ack, last_message_at = least(s.sent_at, s.created_at), last_arrival_at = s.created_at,
    unread_messages = t.unread_messages + ${unread ? 1 : 0},
    window_until = greatest(t.window_until, ${windowUntil}::timestamptz),
    updated_at = greatest(now(), t.updated_at + interval '1 millisecond')
  from stored s where t.company_id = s.company_id and t.id = s.ticket_id returning s.id`;

/** Shows the ack of the message of the CTE `changed`. @param newest on its alias `c`: it is the newest of its ticket */
export const previewAck = (newest: Condition): RawBuilder<unknown> => sql`
  update tickets t set last_message_ack = c.ack from changed c
  where t.company_id = c.company_id and t.id = c.ticket_id and t.last_message_from_me and t.last_message_ack <> c.ack
    and ${newest}`;
