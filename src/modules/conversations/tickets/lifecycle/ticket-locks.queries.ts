import { type RawBuilder, sql } from 'kysely';
import { among, type Statement } from '../../../../core/database/statements.js';
import { contactConnections } from '../queries/ticket-references.queries.js';

/** Takes the advisory locks of the tickets' conversations, then locks their rows. */
export const lockTickets = (companyId: number, ids: readonly number[]): Statement<object> => sql`
  with locked as materialized (
    select count(pg_advisory_xact_lock(hashtextextended(k, 0))) as locks
    from (select concat_ws(':', 'conversation', company_id, contact_id, connection_id) as k
      from tickets where company_id = ${companyId} and ${among('id', ids)} order by k) sorted)
  select t.* from tickets t cross join locked
  where t.company_id = ${companyId} and ${among('t.id', ids)} and locked.locks > 0 order by t.id for update of t`;

/** The contact's ticket on the connection that is not closed. */
export const openTicket = (companyId: number, contactId: number, connectionId: number): RawBuilder<unknown> => sql`
  select t.* from tickets t where t.company_id = ${companyId} and t.contact_id = ${contactId}
   and t.connection_id = ${connectionId} and t.status <> 'closed'`;

/** Takes the advisory locks of all conversations that the contacts have or may get. */
export const lockContacts = (companyId: number, contactIds: readonly number[]): Statement<object> => sql`
  select pg_advisory_xact_lock(hashtextextended(concat_ws(':', 'conversation', k.company_id, k.contact_id,
   k.connection_id), 0)) from (${contactConnections(companyId, contactIds)}) k`;
