import { sql } from 'kysely';
import type { Statement } from '../../../../core/database/statements.js';

export interface QueueOfUser {
  readonly id: number;
  readonly name: string;
  readonly color: string;
  /** Existing clients read the membership here. */
  readonly UserQueue: { readonly queueId: number };
}

export const queuesOfUsers = (
  companyId: number,
  userIds: readonly number[],
): Statement<{ userId: number; queues: QueueOfUser[] }> =>
  sql`select uq.user_id as "userId", json_agg(json_build_object('id', q.id, 'name', q.name, 'color', q.color,
   'UserQueue', json_build_object('queueId', q.id)) order by q.order_queue, q.name) as queues
   from user_queues uq join queues q on q.company_id = uq.company_id and q.id = uq.queue_id
   where uq.company_id = ${companyId} and uq.user_id = any(${userIds}::bigint[]) group by uq.user_id`;

export const countQueues = (companyId: number, ids: readonly number[]): Statement<{ count: number }> =>
  sql`select count(*)::int as count from queues where company_id = ${companyId} and id = any(${ids}::bigint[])`;

export const usersOfQueues = (
  companyId: number,
  queueIds: readonly number[],
): Statement<{ queueId: number; userIds: number[] }> =>
  sql`select queue_id as "queueId", json_agg(user_id order by user_id) as "userIds" from user_queues
   where company_id = ${companyId} and queue_id = any(${queueIds}::bigint[]) group by queue_id`;

export const countUsers = (companyId: number, ids: readonly number[]): Statement<{ count: number }> =>
  sql`select count(*)::int as count from users where company_id = ${companyId} and id = any(${ids}::bigint[])`;

/** Removes the user from all departments but these and returns the removed ones. */
export const removeOtherMemberships = (
  companyId: number,
  userId: number,
  keptQueueIds: readonly number[],
): Statement<{ id: number }> =>
  sql`delete from user_queues where company_id = ${companyId} and user_id = ${userId}
   and not (queue_id = any(${keptQueueIds}::bigint[])) returning queue_id as id`;

export const addMemberships = (companyId: number, userId: number, queueIds: readonly number[]): Statement =>
  sql`insert into user_queues (company_id, user_id, queue_id) select ${companyId}, ${userId},
   unnest(${queueIds}::bigint[])
   on conflict (company_id, user_id, queue_id) do nothing`;
