import { type RawBuilder, sql } from 'kysely';
import { listed, type Statement } from '../../../../core/database/statements.js';
import type { Ticket } from '../ticket.entity.js';

/** A contact on a connection. */
export interface ConversationIds {
  readonly contact: { readonly id: number };
  readonly connection: { readonly id: number };
}

export type FoundTicket = Pick<Ticket, 'id' | 'userId' | 'contactId' | 'connectionId'>;

/** Takes advisory locks in the order of their keys, so that no two transactions deadlock. */
export function lockConversations(companyId: number, conversations: readonly ConversationIds[]): RawBuilder<unknown> {
  const keys = conversations.map(
    ({ contact, connection }) => `conversation:${companyId}:${contact.id}:${connection.id}`,
  );
  return sql`select count(pg_advisory_xact_lock(hashtextextended(s.key, 0))) as locks
    from (select k.key from ${listed('k', { key: ['text', keys] })} order by k.key) s`;
}

/**
 * Locks the conversations and selects their open tickets; advisory locks come before rows, as everywhere ({@link
 * TicketLocksService}). No row may mean that another transaction has created the ticket while this one waited for the
 * lock, or that there was no ticket to lock.
 */
export const lockOpenTickets = (
  companyId: number,
  conversations: readonly ConversationIds[],
): Statement<FoundTicket> => sql`
  with locked as materialized (${lockConversations(companyId, conversations)})
  select t.id, t.user_id as "userId", t.contact_id as "contactId", t.connection_id as "connectionId"
  from ${listed('c', {
    contact_id: ['bigint', conversations.map(({ contact }) => contact.id)],
    connection_id: ['bigint', conversations.map(({ connection }) => connection.id)],
  })}
  cross join locked
  join tickets t on t.company_id = ${companyId} and t.contact_id = c.contact_id
    and t.connection_id = c.connection_id and t.status <> 'closed'
  where locked.locks > 0 order by t.id for update of t`;

export const lockNewestTicket = (
  companyId: number,
  { contact, connection }: ConversationIds,
): Statement<FoundTicket> => sql`
  select t.id, t.user_id as "userId", t.contact_id as "contactId", t.connection_id as "connectionId" from tickets t
  where t.company_id = ${companyId} and t.contact_id = ${contact.id} and t.connection_id = ${connection.id}
  order by t.id desc limit 1 for update of t`;

/** The ticket, if it was closed or an attendant has written in it within these minutes. */
export const reopenableTicket = (
  companyId: number,
  { contact, connection }: ConversationIds,
  minutes: number,
): Statement<{ id: number }> => sql`
  select t.id from tickets t where t.company_id = ${companyId} and t.contact_id = ${contact.id}
   and t.connection_id = ${connection.id}
     and (t.bot_paused_at > now() - make_interval(mins => ${minutes})
       or exists (select 1 from ticket_cycles y where y.company_id = t.company_id and y.ticket_id = t.id
         and y.finished_at > now() - make_interval(mins => ${minutes})))
   order by t.id desc limit 1`;
