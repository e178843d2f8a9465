import { sql } from 'kysely';
import type { Actor } from '../../../../core/context.js';
import type { Statement } from '../../../../core/database/statements.js';
import type { TicketAssignment } from '../tickets.events.js';
import { visibleTo } from '../tickets.policy.js';

/** The tickets among these ids that the actor sees. */
export const visibleTickets = (companyId: number, actor: Actor, ids: readonly number[]): Statement<{ id: number }> =>
  sql`select t.id from tickets t
   where t.company_id = ${companyId} and t.id = any(${ids}::bigint[]) and ${visibleTo(actor)}`;

export const assignmentsOf = (
  companyId: number,
  ids: readonly number[],
): Statement<TicketAssignment & { id: number }> => sql`
  select id, status, user_id as "userId", queue_id as "queueId" from tickets where company_id = ${companyId}
   and id = any(${ids}::bigint[])`;
