import { type RawBuilder, sql } from 'kysely';
import type { Condition, Statement } from '../../../../core/database/statements.js';
import type { CycleTimes } from '../queries/tickets.queries.js';

/** Starts a cycle: pending without a user, else assigned to the user. */
export const startCycle = (companyId: number, ticketId: number, userId: number | null): Statement =>
  sql`insert into ticket_cycles (company_id, ticket_id, number, queued_at, started_at, user_id)
   select ${companyId}, ${ticketId}, coalesce(max(number), 0) + 1,
     case when ${userId}::bigint is null then now() end, case when ${userId}::bigint is not null then now() end, ${userId}
   from ticket_cycles where company_id = ${companyId} and ticket_id = ${ticketId}`;

export const assignCycle = (companyId: number, ticketId: number, userId: number): Statement =>
  updateNewest(companyId, [ticketId], sql`started_at = coalesce(started_at, now()), user_id = ${userId}`);

export const requeueCycles = (companyId: number, ticketIds: readonly number[]): Statement =>
  updateNewest(companyId, ticketIds, sql`queued_at = now(), user_id = null`);

export const finishCycles = (companyId: number, ticketIds: readonly number[]): Statement =>
  updateNewest(
    companyId,
    ticketIds,
    sql`finished_at = now(),
      queue_id = (select t.queue_id from tickets t where t.company_id = y.company_id and t.id = y.ticket_id)`,
  );

export const recordFirstResponse = (companyId: number, ticketId: number): Statement =>
  updateNewest(companyId, [ticketId], sql`first_response_at = now()`, sql`first_response_at is null`);

/** The first advertisement of a cycle is kept. */
export const recordAdOfCycle = (companyId: number, ticketId: number, id: string, title: string): Statement =>
  updateNewest(
    companyId,
    [ticketId],
    sql`ad_id = ${id}, ad_title = ${title}`,
    sql<boolean>`finished_at is null and ad_id is null`,
  );

export const newestCycle = (companyId: number, ticketId: number): Statement<{ cycle: CycleTimes }> => sql`
  select json_build_object('number', number, 'queuedAt', queued_at, 'startedAt', started_at,
    'firstResponseAt', first_response_at,
      'finishedAt', finished_at, 'userId', user_id) as cycle
  from ticket_cycles where company_id = ${companyId} and ticket_id = ${ticketId} order by number desc
    limit 1`;

/** Finished cycles that {@link restoreCycle} and {@link deleteCyclesAfter} will change. */
export const finishedSince = (
  companyId: number,
  ticketId: number,
  { number, finishedAt }: CycleTimes,
): Statement<{ finishedAt: string }> => sql`
  select finished_at as "finishedAt" from ticket_cycles where company_id = ${companyId} and ticket_id = ${ticketId}
    and finished_at is not null and (number > ${number} or number = ${number} and ${finishedAt}::timestamptz is null)`;

export const deleteCyclesAfter = (companyId: number, ticketId: number, { number }: CycleTimes): Statement => sql`
  delete from ticket_cycles where company_id = ${companyId} and ticket_id = ${ticketId} and number > ${number}`;

/** Sets the times and the user of the newest cycle. */
export const restoreCycle = (
  companyId: number,
  ticketId: number,
  { queuedAt, startedAt, firstResponseAt, finishedAt, userId }: CycleTimes,
): Statement =>
  updateNewest(
    companyId,
    [ticketId],
    sql`queued_at = ${queuedAt}::timestamptz, started_at = ${startedAt}::timestamptz,
      first_response_at = ${firstResponseAt}::timestamptz, finished_at = ${finishedAt}::timestamptz, user_id = ${userId},
      queue_id = case when ${finishedAt}::timestamptz is not null then queue_id end`,
  );

/** Records that the newest cycle's rating was asked for; no row unless the cycle is finished. */
export const recordRatingRequest = (companyId: number, ticketId: number): Statement<{ id: number }> => sql`
  update ticket_cycles y set rating_asked_at = now(), updated_at = now()
   where ${newestOf(companyId, [ticketId])} and finished_at is not null returning id`;

export const rateCycle = (companyId: number, cycleId: number, rating: number): Statement<{ finishedAt: string }> => sql`
  update ticket_cycles set rating = ${rating}, rated_at = coalesce(rated_at, now()), updated_at = now()
   where company_id = ${companyId} and id = ${cycleId} returning finished_at as "finishedAt"`;

/** Changes the newest cycle of each ticket. */
const updateNewest = (
  companyId: number,
  ticketIds: readonly number[],
  assignments: RawBuilder<unknown>,
  only: Condition = sql`true`,
): Statement => sql`
  update ticket_cycles y set ${assignments}, updated_at = now() where ${newestOf(companyId, ticketIds)} and ${only}`;

/** Condition on the alias `y`: it is the newest cycle of one of the tickets. */
const newestOf = (companyId: number, ticketIds: readonly number[]): Condition =>
  sql`y.company_id = ${companyId} and y.ticket_id = any(${ticketIds}::bigint[]) and y.number = (
    select max(n.number) from ticket_cycles n where n.company_id = y.company_id and n.ticket_id = y.ticket_id)`;
