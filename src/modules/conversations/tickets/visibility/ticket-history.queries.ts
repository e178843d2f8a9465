import { sql } from 'kysely';
import type { Actor } from '../../../../core/context.js';
import type { Condition, Statement } from '../../../../core/database/statements.js';
import type { Ticket } from '../ticket.entity.js';
import { visibleTo } from '../tickets.policy.js';

/** A ticket among those of its contact. */
export type TicketOfContact = Readonly<Pick<Ticket, 'id' | 'contactId' | 'connectionId'>>;

/** More than a user has open at once. */
const maxLater = 200;

/**
 * A where-clause on the alias `t`: the contact's tickets that a user who sees this one reads with it: the earlier ones on
 * the same connection, with any attendant, and all that the actor sees anyway.
 */
export const readableFrom = (
  companyId: number,
  actor: Actor,
  { id, contactId, connectionId }: TicketOfContact,
): Condition => sql`t.company_id = ${companyId} and t.contact_id = ${contactId}
  and ((t.connection_id = ${connectionId} and t.id <= ${id}) or (${visibleTo(actor)}))`;

/** Those of the contact on the same connection, the newest 200. */
export const laterTickets = (
  companyId: number,
  { id, contactId, connectionId }: TicketOfContact,
): Statement<{ id: number }> => sql`
  select id from tickets where company_id = ${companyId} and contact_id = ${contactId}
   and connection_id = ${connectionId} and id > ${id} order by id desc limit ${sql.lit(maxLater)}`;

/** Whether the actor sees the ticket or a later one; no row: there is no such ticket. */
export const historyShown = (companyId: number, actor: Actor, ticketId: number): Statement<{ shown: boolean }> => sql`
  select exists (select 1 from tickets t where t.company_id = o.company_id and t.contact_id = o.contact_id
     and t.connection_id = o.connection_id and t.id >= o.id and ${visibleTo(actor)}) as shown
   from tickets o where o.company_id = ${companyId} and o.id = ${ticketId}`;
