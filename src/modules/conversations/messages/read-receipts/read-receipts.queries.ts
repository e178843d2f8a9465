import { sql } from 'kysely';
import type { Statement } from '../../../../core/database/statements.js';

/** Marks the customer's unread messages as read. */
export const markMessagesRead = (
  companyId: number,
  ticketId: number,
): Statement<{ id: number; providerId: string | null }> => sql`
  update messages set read = true, updated_at = now() where company_id = ${companyId}
   and ticket_id = ${ticketId} and not from_me and not read
   returning id, provider_id as "providerId"`;

/** Marks the customer's newest message as unread. No row: it already is. */
export const markNewestUnread = (companyId: number, ticketId: number): Statement<{ id: number }> => sql`
  update messages set read = false, updated_at = now() where company_id = ${companyId} and id = (
     select id from messages where company_id = ${companyId} and ticket_id = ${ticketId} and not from_me
       order by id desc limit 1) and read
   returning id`;
