import { type RawBuilder, sql } from 'kysely';
import type { Condition } from '../../../../core/database/statements.js';
import type { TicketAssignment } from '../tickets.events.js';

/** Whether the users `u` belong to the queue; for null: whether they see tickets without a queue. */
const inQueue = (
  queueId: RawBuilder<unknown>,
): Condition => sql`case when ${queueId} is null then u.all_ticket = 'enabled'
  else exists (select 1 from user_queues uq
    where uq.company_id = u.company_id and uq.user_id = u.id and uq.queue_id = ${queueId}) end`;

/** The counterpart of {@link visibleTo}: a condition on the alias `u` for the users who see the ticket. */
export function usersWhoSee({ status, userId, queueId }: TicketAssignment): Condition {
  const attends = status === 'pending' ? sql`true` : sql`u.id = ${userId}`;
  return sql`(u.active and (u.profile = 'admin' or (${inQueue(sql`${queueId}::bigint`)} and (u.profile = 'supervisor' or ${attends}))))`;
}

/** Whether the user of `t` does not see it: inactive, or outside of its queue and no manager. */
export const notVisibleToAssignee: Condition = sql`exists (select 1 from users u
  where u.company_id = t.company_id and u.id = t.user_id
    and (not u.active or (u.profile <> 'admin' and not ${inQueue(sql`t.queue_id`)})))`;

/** Whether the user is active, and whether they may get tickets of the queue. */
export const membership = (
  companyId: number,
  userId: number,
  queueId: number | null,
): RawBuilder<{ active: boolean; member: boolean }> => sql`
  select u.active, u.profile = 'admin' or ${inQueue(sql`${queueId}::bigint`)} as member
  from users u where u.company_id = ${companyId} and u.id = ${userId}`;

export const queueWithId = (companyId: number, queueId: number): RawBuilder<unknown> =>
  sql`select 1 from queues where company_id = ${companyId} and id = ${queueId}`;

/** Each contact with each connection of the company, sorted, so that callers lock them in the same order. */
export const contactConnections = (companyId: number, contactIds: readonly number[]): RawBuilder<unknown> => sql`
  select w.company_id, c.contact_id, w.id as connection_id
  from connections w cross join unnest(${contactIds}::bigint[]) c (contact_id)
  where w.company_id = ${companyId} order by c.contact_id, w.id`;

/** The queues of connections that have only one queue. */
export const onlyQueuesOf = (
  companyId: number,
  connectionIds: readonly number[],
): RawBuilder<{ connectionId: number; queueId: number }> => sql`
  select connection_id as "connectionId", max(queue_id) as "queueId" from connection_queues
  where company_id = ${companyId} and connection_id = any(${connectionIds}::bigint[])
  group by connection_id having count(*) = 1`;

/** The names of the queue, the user and, if given, the connection. */
export const assigneeNames = (
  companyId: number,
  { queueId, userId }: Omit<TicketAssignment, 'status'>,
  connectionId: number | null,
): RawBuilder<{ names: string }> => sql`
  select concat_ws(' · ', (select name from queues where company_id = ${companyId} and id = ${queueId}),
    (select name from users where company_id = ${companyId} and id = ${userId}),
    (select name from connections where company_id = ${companyId} and id = ${connectionId})) as names`;

/** The tag, if it is a kanban lane; locked, so that it stays a lane until the commit. */
export const laneOf = (companyId: number, tagId: number): RawBuilder<{ id: number }> => sql`
  select id from tags where company_id = ${companyId} and id = ${tagId} and kanban = 1 for share`;

export const lanesOf = (companyId: number): RawBuilder<unknown> =>
  sql`select id from tags where company_id = ${companyId} and kanban = 1`;
