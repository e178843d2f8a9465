import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import type { Statement } from '../../../../core/database/statements.js';
import { Events } from '../../../../core/events/events.js';
import type { CycleTimes } from '../queries/tickets.queries.js';
import { FinishedCycleChanged } from '../tickets.events.js';
import {
  assignCycle,
  clearQueueOfCycles,
  clearUserOfCycles,
  deleteCyclesAfter,
  finishCycles,
  finishedSince,
  newestCycle,
  rateCycle,
  recordFirstResponse,
  recordRatingRequest,
  requeueCycles,
  restoreCycle,
  startCycle,
} from './ticket-cycles.queries.js';

/** Times of each cycle of a ticket, from its arrival to its close; changes apply to the newest cycle. */
@Injectable()
export class TicketCyclesService {
  constructor(
    private readonly db: Db,
    private readonly events: Events,
  ) {}

  /** Starts the next cycle, pending or with a user. */
  async start(ticketId: number, userId: number | null): Promise<void> {
    await this.db.run(startCycle(this.db.companyId, ticketId, userId));
  }

  /** The waiting time ends with the first assignment. */
  assign(ticketId: number, userId: number): Promise<number> {
    return this.db.run(assignCycle(this.db.companyId, ticketId, userId));
  }

  /** Pending again. */
  requeue(ticketIds: readonly number[]): Promise<number> {
    return this.db.run(requeueCycles(this.db.companyId, ticketIds));
  }

  /** In the department that the ticket has now. */
  finish(ticketIds: readonly number[]): Promise<number> {
    return this.db.run(finishCycles(this.db.companyId, ticketIds));
  }

  /** The first message of ours in the cycle. */
  recordFirstResponse(ticketId: number): void {
    this.db.runWithCommit(recordFirstResponse(this.db.companyId, ticketId));
  }

  async latest(ticketId: number): Promise<CycleTimes | undefined> {
    const row = await this.db.row(newestCycle(this.db.companyId, ticketId));
    return row?.cycle;
  }

  /** Makes it the newest again, with the times it had. */
  async restore(ticketId: number, cycle: CycleTimes): Promise<void> {
    const { companyId } = this.db;
    await this.dispatchChanges(finishedSince(companyId, ticketId, cycle));
    await this.db.run(deleteCyclesAfter(companyId, ticketId, cycle));
    await this.db.run(restoreCycle(companyId, ticketId, cycle));
  }

  /** The customer is asked for a rating. Answers the cycle's id for the buttons; undefined when it is not finished. */
  async recordRatingRequest(ticketId: number): Promise<number | undefined> {
    const row = await this.db.row(recordRatingRequest(this.db.companyId, ticketId));
    return row?.id;
  }

  /** The last rating counts, with the time of the first. */
  rate(cycleId: number, rating: number): Promise<void> {
    return this.dispatchChanges(rateCycle(this.db.companyId, cycleId, rating));
  }

  /** The user is about to be removed. */
  async clearUser(userId: number): Promise<void> {
    await this.db.run(clearUserOfCycles(this.db.companyId, userId));
  }

  /** The queue is about to be removed. */
  async clearQueue(queueId: number): Promise<void> {
    await this.db.run(clearQueueOfCycles(this.db.companyId, queueId));
  }

  private async dispatchChanges(finished: Statement<{ finishedAt: string }>): Promise<void> {
    for (const { finishedAt } of await this.db.rows(finished))
      await this.events.dispatch(new FinishedCycleChanged({ finishedAt }));
  }
}
