import { sql } from 'kysely';
import type { Statement } from '../../../../core/database/statements.js';
import type { TicketStatus } from '../ticket.entity.js';

export const ticketsOfContact = (
  companyId: number,
  contactId: number,
): Statement<{ id: number; status: TicketStatus }> => sql`
  select id, status from tickets where company_id = ${companyId} and contact_id = ${contactId}
   order by id`;

/** Pairs of tickets of two contacts on the same connection that are not closed. */
export const openTicketPairs = (
  companyId: number,
  keptId: number,
  removedId: number,
): Statement<{ older: number; younger: number }> => sql`
  select least(a.id, b.id) as older, greatest(a.id, b.id) as younger
   from tickets a join tickets b on b.company_id = a.company_id and b.connection_id = a.connection_id
   where a.company_id = ${companyId} and a.contact_id = ${keptId} and a.status <> 'closed'
     and b.contact_id = ${removedId} and b.status <> 'closed'`;

export const copyTags = (companyId: number, from: number, to: number): Statement => sql`
  insert into ticket_tags (company_id, ticket_id, tag_id) select company_id, ${to}, tag_id from ticket_tags
   where company_id = ${companyId} and ticket_id = ${from}
   on conflict (company_id, ticket_id, tag_id) do nothing`;
