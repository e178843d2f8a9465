import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { Context } from '../../../core/context.js';
import { Db } from '../../../core/database/db.js';
import type { Condition } from '../../../core/database/statements.js';

/** A cycle with its times, as text. */
export interface CycleTimes {
  readonly number: number;
  readonly queuedAt: string | null;
  readonly startedAt: string | null;
  readonly firstResponseAt: string | null;
  readonly finishedAt: string | null;
  readonly userId: number | null;
}

/** One attendance as it is answered. */
export interface CycleRow extends Omit<CycleTimes, 'userId'> {
  readonly user: { readonly id: number; readonly name: string } | null;
  /** 1 unsatisfied, 2 satisfied, 3 very satisfied. */
  readonly rating: number | null;
  readonly ratedAt: string | null;
}

const maxListed = 100;
const time = (column: string, name: string): RawBuilder<unknown> =>
  sql`to_char(${sql.ref(`y.${column}`)} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${sql.id(name)}`;

/** Keeps the times of each attendance; what changes one works on the conversation's newest. */
@Injectable()
export class TicketCycles {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
  ) {}

  /** The conversation's attendances, newest first. */
  list(ticketId: number): Promise<CycleRow[]> {
    return this.db.rows<CycleRow>(
      sql`select y.number, ${time('queued_at', 'queuedAt')}, ${time('started_at', 'startedAt')},
       ${time('first_response_at', 'firstResponseAt')},
         ${time('finished_at', 'finishedAt')}, y.rating, ${time('rated_at', 'ratedAt')},
         case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as "user"
       from ticket_cycles y left join users u on u.company_id = y.company_id and u.id = y.user_id
       where y.company_id = ${this.context.companyId} and y.ticket_id = ${ticketId} order by y.number desc
         limit ${sql.lit(maxListed)}`,
    );
  }

  /** Starts the next cycle, waiting (`queued`) or already attended by somebody. */
  async start(ticketId: number, userId: number | null): Promise<void> {
    await this.db.run(
      sql`insert into ticket_cycles (company_id, ticket_id, number, queued_at, started_at, user_id)
       select ${this.context.companyId}, ${ticketId}, coalesce(max(number), 0) + 1,
         case when ${userId}::bigint is null then now() end, case when ${userId}::bigint is not null then now() end, ${userId}
       from ticket_cycles where company_id = ${this.context.companyId} and ticket_id = ${ticketId}`,
    );
  }

  /** Somebody takes it; the first taking is what waiting time ends at. */
  assign(ticketId: number, userId: number): Promise<number> {
    return this.update([ticketId], sql`started_at = coalesce(started_at, now()), user_id = ${userId}`);
  }

  /** Pending again. */
  requeue(ticketIds: readonly number[]): Promise<number> {
    return this.update(ticketIds, sql`queued_at = now(), user_id = null`);
  }

  finish(ticketIds: readonly number[]): Promise<number> {
    return this.update(ticketIds, sql`finished_at = now()`);
  }

  /** The first word of ours in the cycle. */
  recordFirstResponse(ticketId: number): Promise<number> {
    return this.update([ticketId], sql`first_response_at = now()`, sql`first_response_at is null`);
  }

  async latest(ticketId: number): Promise<CycleTimes | undefined> {
    const row = await this.db.row<{ cycle: CycleTimes }>(
      sql`select json_build_object('number', number, 'queuedAt', queued_at, 'startedAt', started_at,
       'firstResponseAt', first_response_at,
         'finishedAt', finished_at, 'userId', user_id) as cycle
       from ticket_cycles where company_id = ${this.context.companyId} and ticket_id = ${ticketId} order by number desc
         limit 1`,
    );
    return row?.cycle;
  }

  /** Makes it the newest again, with the times it had. */
  async restore(ticketId: number, cycle: CycleTimes): Promise<void> {
    const { companyId } = this.context;
    const { number, queuedAt, startedAt, firstResponseAt, finishedAt, userId } = cycle;
    await this.db.run(
      sql`delete from ticket_cycles where company_id = ${companyId} and ticket_id = ${ticketId} and number > ${number}`,
    );
    await this.update(
      [ticketId],
      sql`queued_at = ${queuedAt}::timestamptz, started_at = ${startedAt}::timestamptz,
        first_response_at = ${firstResponseAt}::timestamptz, finished_at = ${finishedAt}::timestamptz, user_id = ${userId}`,
    );
  }

  /** The customer is asked how it was. Answers the cycle, by which a button can name it; undefined when it goes on. */
  async recordRatingRequest(ticketId: number): Promise<number | undefined> {
    const row = await this.db.row<{ id: number }>(
      sql`update ticket_cycles y set rating_asked_at = now(), updated_at = now()
       where ${this.newestOf([ticketId])} and finished_at is not null returning id`,
    );
    return row?.id;
  }

  /** The last word counts, the moment is that of the first. */
  rate(cycleId: number, rating: number): Promise<number> {
    return this.db.run(
      sql`update ticket_cycles set rating = ${rating}, rated_at = coalesce(rated_at, now()), updated_at = now()
       where company_id = ${this.context.companyId} and id = ${cycleId}`,
    );
  }

  /** The user is about to be removed. */
  async clearUser(userId: number): Promise<void> {
    await this.db.run(
      sql`update ticket_cycles set user_id = null where company_id = ${this.context.companyId} and user_id = ${userId}`,
    );
  }

  private update(
    ticketIds: readonly number[],
    assignments: RawBuilder<unknown>,
    only: Condition = sql`true`,
  ): Promise<number> {
    return this.db.run(
      sql`update ticket_cycles y set ${assignments}, updated_at = now() where ${this.newestOf(ticketIds)} and ${only}`,
    );
  }

  /** On the alias `y`: the newest cycle of each ticket. */
  private newestOf(ticketIds: readonly number[]): Condition {
    return sql`y.company_id = ${this.context.companyId} and y.ticket_id = any(${ticketIds}::bigint[]) and y.number = (
      select max(n.number) from ticket_cycles n where n.company_id = y.company_id and n.ticket_id = y.ticket_id)`;
  }
}
