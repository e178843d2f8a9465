import { sql } from 'kysely';
import type { Actor } from '../../../../core/context.js';
import type { Condition, Statement } from '../../../../core/database/statements.js';
import type { Ticket } from '../ticket.entity.js';
import { visibleTo } from '../tickets.policy.js';

/** The fields that locate a ticket among those of its contact. */
export type TicketOfContact = Readonly<Pick<Ticket, 'id' | 'contactId' | 'connectionId'>>;

/** More tickets than a user has open at once. */
const maxLater = 200;

/**
 * Condition on the alias `t`: tickets of the contact that users who see this one may read: earlier ones on the same
 * connection, whoever attended them, and all that the actor sees anyway.
 */
export const readableFrom = (
  companyId: number,
  actor: Actor,
  { id, contactId, connectionId }: TicketOfContact,
): Condition => sql`t.company_id = ${companyId} and t.contact_id = ${contactId}
  and ((t.connection_id = ${connectionId} and t.id <= ${id}) or (${visibleTo(actor)}))`;

/** Later tickets of the contact on the same connection, the newest 200. */
export const laterTickets = (
  companyId: number,
  { id, contactId, connectionId }: TicketOfContact,
): Statement<{ id: number }> => sql`
  select id from tickets where company_id = ${companyId} and contact_id = ${contactId}
   and connection_id = ${connectionId} and id > ${id} order by id desc limit ${sql.lit(maxLater)}`;

/** Whether the actor sees the ticket or a later one. No row: the ticket does not exist. */
export const historyShown = (companyId: number, actor: Actor, ticketId: number): Statement<{ shown: boolean }> => sql`
  select exists (select 1 from tickets t where t.company_id = o.company_id and t.contact_id = o.contact_id
     and t.connection_id = o.connection_id and t.id >= o.id and ${visibleTo(actor)}) as shown
   from tickets o where o.company_id = ${companyId} and o.id = ${ticketId}`;
