import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { Db } from '../../../../core/database/db.js';
import type { Condition, Statement } from '../../../../core/database/statements.js';
import { Events } from '../../../../core/events/events.js';
import type { CycleTimes } from '../queries/tickets.queries.js';
import { FinishedCycleChanged } from '../tickets.events.js';

/** Times of each cycle of a ticket, from its arrival to its close; changes apply to the newest cycle. */
@Injectable()
export class TicketCycles {
  constructor(
    private readonly db: Db,
    private readonly events: Events,
  ) {}

  /** Starts the next cycle, pending or with a user. */
  async start(ticketId: number, userId: number | null): Promise<void> {
    await this.db.run(sql`insert into ticket_cycles (company_id, ticket_id, number, queued_at, started_at, user_id)
       select ${this.db.companyId}, ${ticketId}, coalesce(max(number), 0) + 1,
         case when ${userId}::bigint is null then now() end, case when ${userId}::bigint is not null then now() end, ${userId}
       from ticket_cycles where company_id = ${this.db.companyId} and ticket_id = ${ticketId}`);
  }

  /** The waiting time ends with the first assignment. */
  assign(ticketId: number, userId: number): Promise<number> {
    return this.update([ticketId], sql`started_at = coalesce(started_at, now()), user_id = ${userId}`);
  }

  /** Pending again. */
  requeue(ticketIds: readonly number[]): Promise<number> {
    return this.update(ticketIds, sql`queued_at = now(), user_id = null`);
  }

  /** In the department that the ticket has now. */
  finish(ticketIds: readonly number[]): Promise<number> {
    return this.update(
      ticketIds,
      sql`finished_at = now(),
        queue_id = (select t.queue_id from tickets t where t.company_id = y.company_id and t.id = y.ticket_id)`,
    );
  }

  /** The first message of ours in the cycle. */
  recordFirstResponse(ticketId: number): void {
    this.db.runLast(this.updateOf([ticketId], sql`first_response_at = now()`, sql`first_response_at is null`));
  }

  async latest(ticketId: number): Promise<CycleTimes | undefined> {
    const row = await this.db.row<{ cycle: CycleTimes }>(sql`
      select json_build_object('number', number, 'queuedAt', queued_at, 'startedAt', started_at,
       'firstResponseAt', first_response_at,
         'finishedAt', finished_at, 'userId', user_id) as cycle
       from ticket_cycles where company_id = ${this.db.companyId} and ticket_id = ${ticketId} order by number desc
         limit 1`);
    return row?.cycle;
  }

  /** Makes it the newest again, with the times it had. */
  async restore(ticketId: number, cycle: CycleTimes): Promise<void> {
    const { companyId } = this.db;
    const { number, queuedAt, startedAt, firstResponseAt, finishedAt, userId } = cycle;
    await this.dispatchChanges(sql`
      select finished_at as "finishedAt" from ticket_cycles where company_id = ${companyId} and ticket_id = ${ticketId}
        and finished_at is not null and (number > ${number} or number = ${number} and ${finishedAt}::timestamptz is null)`);
    await this.db.run(sql`
      delete from ticket_cycles where company_id = ${companyId} and ticket_id = ${ticketId} and number > ${number}`);
    await this.update(
      [ticketId],
      sql`queued_at = ${queuedAt}::timestamptz, started_at = ${startedAt}::timestamptz,
        first_response_at = ${firstResponseAt}::timestamptz, finished_at = ${finishedAt}::timestamptz, user_id = ${userId},
        queue_id = case when ${finishedAt}::timestamptz is not null then queue_id end`,
    );
  }

  /** The customer is asked for a rating. Answers the cycle's id for the buttons; undefined when it is not finished. */
  async recordRatingRequest(ticketId: number): Promise<number | undefined> {
    const row = await this.db.row<{ id: number }>(sql`
      update ticket_cycles y set rating_asked_at = now(), updated_at = now()
       where ${this.newestOf([ticketId])} and finished_at is not null returning id`);
    return row?.id;
  }

  /** The last rating counts, with the time of the first. */
  rate(cycleId: number, rating: number): Promise<void> {
    return this.dispatchChanges(sql`
      update ticket_cycles set rating = ${rating}, rated_at = coalesce(rated_at, now()), updated_at = now()
       where company_id = ${this.db.companyId} and id = ${cycleId} returning finished_at as "finishedAt"`);
  }

  /** The user is about to be removed. */
  async clearUser(userId: number): Promise<void> {
    await this.db.run(sql`
      update ticket_cycles set user_id = null where company_id = ${this.db.companyId} and user_id = ${userId}`);
  }

  /** The queue is about to be removed. */
  async clearQueue(queueId: number): Promise<void> {
    await this.db.run(sql`
      update ticket_cycles set queue_id = null where company_id = ${this.db.companyId} and queue_id = ${queueId}`);
  }

  private async dispatchChanges(finished: Statement<{ finishedAt: string }>): Promise<void> {
    for (const { finishedAt } of await this.db.rows(finished))
      await this.events.dispatch(new FinishedCycleChanged(finishedAt));
  }

  private update(ticketIds: readonly number[], assignments: RawBuilder<unknown>, only?: Condition): Promise<number> {
    return this.db.run(this.updateOf(ticketIds, assignments, only));
  }

  private updateOf(
    ticketIds: readonly number[],
    assignments: RawBuilder<unknown>,
    only: Condition = sql`true`,
  ): RawBuilder<unknown> {
    return sql`
      update ticket_cycles y set ${assignments}, updated_at = now() where ${this.newestOf(ticketIds)} and ${only}`;
  }

  /** On the alias `y`: the newest cycle of each ticket. */
  private newestOf(ticketIds: readonly number[]): Condition {
    return sql`y.company_id = ${this.db.companyId} and y.ticket_id = any(${ticketIds}::bigint[]) and y.number = (
      select max(n.number) from ticket_cycles n where n.company_id = y.company_id and n.ticket_id = y.ticket_id)`;
  }
}
