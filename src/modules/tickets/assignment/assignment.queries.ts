import { type RawBuilder, sql } from 'kysely';
import type { Condition } from '../../../core/database/statements.js';
import type { TicketAssignment } from '../tickets.events.js';

/** On the alias `u` of users: whether they belong to the queue; null: whether they see tickets without one. */
const inQueue = (
  queueId: RawBuilder<unknown>,
): Condition => sql`case when ${queueId} is null then u.all_ticket = 'enabled'
  else exists (select 1 from user_queues uq
    where uq.company_id = u.company_id and uq.user_id = u.id and uq.queue_id = ${queueId}) end`;

/** {@link visibleTo} seen from the other side: a where-clause on the alias `u` of users, those who see the ticket. */
export function usersWhoSee({ status, userId, queueId }: TicketAssignment): Condition {
  const attends = status === 'pending' ? sql`true` : sql`u.id = ${userId}`;
  return sql`(u.profile = 'admin' or (${inQueue(sql`${queueId}::bigint`)} and (u.profile = 'supervisor' or ${attends})))`;
}

/** On the alias `t`: its user does not see it, being no manager and outside of its queue. */
export const notVisibleToAssignee: Condition = sql`exists (select 1 from users u
  where u.company_id = t.company_id and u.id = t.user_id and u.profile <> 'admin' and not ${inQueue(sql`t.queue_id`)})`;

/** The user, and whether they may have tickets of the queue. */
export const membership = (
  companyId: number,
  userId: number,
  queueId: number | null,
): RawBuilder<{ member: boolean }> => sql`
  select u.profile = 'admin' or ${inQueue(sql`${queueId}::bigint`)} as member
  from users u where u.company_id = ${companyId} and u.id = ${userId}`;

export const queueWithId = (companyId: number, queueId: number): RawBuilder<unknown> =>
  sql`select 1 from queues where company_id = ${companyId} and id = ${queueId}`;
