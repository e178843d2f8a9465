import { Injectable } from '@nestjs/common';
import { Context } from '../../core/context/context.js';
import { Db } from '../../core/database/db.js';

/** Keeps the times of each attendance; every method works on the conversation's newest cycle. */
@Injectable()
export class TicketCycles {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
  ) {}

  /** Starts the next cycle, waiting (`queued`) or already attended by somebody. */
  async start(ticketId: number, userId: number | null): Promise<void> {
    await this.db.run(
      `insert into ticket_cycles (company_id, ticket_id, number, queued_at, started_at, user_id)
       select ?, ?, coalesce(max(number), 0) + 1, case when ?::bigint is null then now() end, case when ?::bigint is not null then now() end, ?
       from ticket_cycles where company_id = ? and ticket_id = ?`,
      [this.context.companyId, ticketId, userId, userId, userId, this.context.companyId, ticketId],
    );
  }

  /** Somebody takes it; the first taking is what waiting time ends at. */
  attend(ticketId: number, userId: number): Promise<number> {
    return this.update(ticketId, 'started_at = coalesce(started_at, now()), user_id = ?', [userId]);
  }

  /** Back to waiting in a department. */
  queue(ticketId: number): Promise<number> {
    return this.update(ticketId, 'queued_at = now(), user_id = null', []);
  }

  finish(ticketId: number): Promise<number> {
    return this.update(ticketId, 'finished_at = now()', []);
  }

  /** The first word of ours in the cycle. */
  respond(ticketId: number): Promise<number> {
    return this.update(ticketId, 'first_response_at = now()', [], 'and first_response_at is null');
  }

  private update(ticketId: number, assignments: string, params: readonly unknown[], only = ''): Promise<number> {
    return this.db.run(
      `update ticket_cycles set ${assignments}, updated_at = now()
       where company_id = ? and ticket_id = ? and number = (select max(number) from ticket_cycles where company_id = ? and ticket_id = ?) ${only}`,
      [...params, this.context.companyId, ticketId, this.context.companyId, ticketId],
    );
  }
}
