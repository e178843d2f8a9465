import { type RawBuilder, sql } from 'kysely';
import { type Condition, listed, type Statement } from '../../../../core/database/statements.js';
import type { Connection } from '../../../channels/connections/connection.entity.js';
import type { Contact } from '../../../contacts/contacts/contact.entity.js';
import { notVisibleToAssignee } from '../queries/ticket-references.queries.js';
import type { Ticket } from '../ticket.entity.js';
import type { TicketAssignment } from '../tickets.events.js';
import { remainingWindow } from './customer-service-window.queries.js';

export interface NewTicket {
  readonly contact: Pick<Contact, 'id' | 'isGroup'>;
  readonly connection: Pick<Connection, 'id' | 'channel'>;
  readonly queueId: number | null;
  /** null: the ticket is pending. */
  readonly userId: number | null;
  /** The ticket only stores messages that need no answer: it is closed and has no cycle. */
  readonly isHistory?: boolean;
}

export type CreatedTicket = Pick<Ticket, 'id' | 'userId' | 'contactId' | 'connectionId'>;

/** The prompt or the integration that answers a ticket automatically. */
export type Responder = Readonly<Partial<Pick<Ticket, 'promptId' | 'integrationId'>>>;

/** A ticket as it was before the change. */
export type ChangedTicket = TicketAssignment & Pick<Ticket, 'id'>;

/** The tickets of a contact or of a connection. */
export type TicketsOf = { readonly contactId: number } | { readonly connectionId: number };

/** Inserts tickets with their first cycles and returns them in order. @param code the protocol of the first ticket */
export const createTickets = (
  companyId: number,
  code: number,
  tickets: readonly (NewTicket & { readonly hasWindow: boolean })[],
  now: Date,
): Statement<CreatedTicket> => sql`
  with created as (
    insert into tickets (company_id, uuid, code, status, user_id, queue_id, connection_id, contact_id, is_group, channel,
      window_until)
    select ${companyId}, gen_random_uuid(), ${code} + n.position - 1,
      case when n.is_history then 'closed' when n.user_id is null then 'pending' else 'open' end, n.user_id, n.queue_id, n.connection_id, n.contact_id,
      n.is_group, n.channel, case when n.has_window then ${remainingWindow(companyId, sql`n.contact_id`, sql`n.connection_id`, now)} end
    from ${listed('n', {
      user_id: ['bigint', tickets.map(({ userId }) => userId)],
      queue_id: ['bigint', tickets.map(({ queueId }) => queueId)],
      connection_id: ['bigint', tickets.map(({ connection }) => connection.id)],
      contact_id: ['bigint', tickets.map(({ contact }) => contact.id)],
      is_group: ['boolean', tickets.map(({ contact }) => contact.isGroup)],
      is_history: ['boolean', tickets.map(({ isHistory = false }) => isHistory)],
      channel: ['text', tickets.map(({ connection }) => connection.channel)],
      has_window: ['boolean', tickets.map(({ hasWindow }) => hasWindow)],
    })}
    order by n.position
    returning company_id, id, user_id, contact_id, connection_id, status),
  cycles as (
    insert into ticket_cycles (company_id, ticket_id, number, queued_at, started_at, user_id)
    select company_id, id, 1, case when user_id is null then now() end, case when user_id is not null then now() end,
      user_id
    from created where status <> 'closed')
  select id, user_id as "userId", contact_id as "contactId", connection_id as "connectionId" from created order by id`;

const touched = sql`updated_at = greatest(now(), t.updated_at + interval '1 millisecond')`;

/** Conditions on the alias `t` of tickets. */
export const ofQueue = (queueId: number): Condition => sql`t.queue_id = ${queueId}`;
export const ofUser = (userId: number): Condition => sql`t.user_id = ${userId}`;
export const ofUserInQueues = (userId: number, queueIds: readonly number[]): Condition =>
  sql`t.user_id = ${userId} and t.queue_id = any(${queueIds}::bigint[])`;
export const notVisibleToUser = (userId: number): Condition => sql`t.user_id = ${userId} and ${notVisibleToAssignee}`;

/** Makes matching open tickets pending. @param where condition on the alias `t` */
export const returnTicketsToPending = (companyId: number, where: Condition): Statement<ChangedTicket> =>
  updateTickets(companyId, sql`status = 'pending', user_id = null, ${touched}`, sql`t.status = 'open' and ${where}`);

/** Closes the tickets that are not closed yet. */
export const closeTickets = (companyId: number, of: TicketsOf): Statement<ChangedTicket> =>
  updateTickets(
    companyId,
    sql`status = 'closed', use_integration = false, prompt_id = null, integration_id = null, bot_paused_at = null, ${touched}`,
    sql`t.status <> 'closed' and ${'contactId' in of ? sql`t.contact_id = ${of.contactId}` : sql`t.connection_id = ${of.connectionId}`}`,
  );

export const clearTicketResponder = (
  companyId: number,
  { promptId, integrationId }: Responder,
): Statement<ChangedTicket> =>
  updateTickets(
    companyId,
    sql`use_integration = false, prompt_id = null, integration_id = null, ${touched}`,
    promptId ? sql`t.prompt_id = ${promptId}` : sql`t.integration_id = ${integrationId}`,
  );

export const clearTicketQueue = (companyId: number, queueId: number): Statement<ChangedTicket> =>
  updateTickets(companyId, sql`queue_id = null`, ofQueue(queueId));

export const clearTicketUser = (companyId: number, userId: number): Statement<ChangedTicket> =>
  updateTickets(companyId, sql`user_id = null`, ofUser(userId));

const updateTickets = (
  companyId: number,
  assignments: RawBuilder<unknown>,
  where: Condition,
): Statement<ChangedTicket> => sql`update tickets t set ${assignments}
  from (select t.id, t.status, t.user_id, t.queue_id from tickets t
    where t.company_id = ${companyId} and ${where} for update) old
  where t.company_id = ${companyId} and t.id = old.id
  returning t.id, old.status, old.user_id as "userId", old.queue_id as "queueId"`;
