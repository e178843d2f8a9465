import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import type { Statement } from '../../../../core/database/statements.js';
import { Events } from '../../../../core/events/events.js';
import type { AdOrigin } from '../../../channels/connections/channels/channel.js';
import type { CycleTimes } from '../queries/tickets.queries.js';
import { FinishedCycleChanged } from '../tickets.events.js';
import {
  assignCycle,
  deleteCyclesAfter,
  finishCycles,
  finishedSince,
  newestCycle,
  rateCycle,
  recordAdOfCycle,
  recordFirstResponse,
  recordRatingRequest,
  requeueCycles,
  restoreCycle,
  startCycle,
} from './ticket-cycles.queries.js';

/** Times of each cycle of a ticket, from its arrival until it is closed. Changes apply to the newest cycle. */
@Injectable()
export class TicketCyclesService {
  constructor(
    private readonly db: Db,
    private readonly events: Events,
  ) {}

  /** Starts the next cycle: pending without a user, else assigned to the user. */
  async start(ticketId: number, userId: number | null): Promise<void> {
    await this.db.run(startCycle(this.db.companyId, ticketId, userId));
  }

  /** The first assignment ends the waiting time. */
  assign(ticketId: number, userId: number): Promise<number> {
    return this.db.run(assignCycle(this.db.companyId, ticketId, userId));
  }

  /** Makes the newest cycles pending again. */
  requeue(ticketIds: readonly number[]): Promise<number> {
    return this.db.run(requeueCycles(this.db.companyId, ticketIds));
  }

  /** Finishes the cycles with the department that their ticket has now. */
  finish(ticketIds: readonly number[]): Promise<number> {
    return this.db.run(finishCycles(this.db.companyId, ticketIds));
  }

  /** Records when the company's first message in the cycle was sent. */
  recordFirstResponse(ticketId: number): void {
    this.db.runWithCommit(recordFirstResponse(this.db.companyId, ticketId));
  }

  /** Records the advertisement that the customer came from. */
  recordAd(ticketId: number, { id, headline, url }: AdOrigin): Promise<number> {
    const title = headline ?? url ?? id ?? '';
    const [shortTitle, shortId] = [title.slice(0, 255).toWellFormed(), (id ?? title).slice(0, 100).toWellFormed()];
    return this.db.run(recordAdOfCycle(this.db.companyId, ticketId, shortId, shortTitle));
  }

  async latest(ticketId: number): Promise<CycleTimes | undefined> {
    const row = await this.db.row(newestCycle(this.db.companyId, ticketId));
    return row?.cycle;
  }

  /** Removes later cycles, and gives this one its former times back. */
  async restore(ticketId: number, cycle: CycleTimes): Promise<void> {
    const { companyId } = this.db;
    await this.dispatchChanges(finishedSince(companyId, ticketId, cycle));
    await this.db.run(deleteCyclesAfter(companyId, ticketId, cycle));
    await this.db.run(restoreCycle(companyId, ticketId, cycle));
  }

  /** Records that the customer is asked for a rating. Returns the cycle's id; undefined if it is not finished. */
  async recordRatingRequest(ticketId: number): Promise<number | undefined> {
    const row = await this.db.row(recordRatingRequest(this.db.companyId, ticketId));
    return row?.id;
  }

  /** Stores a rating. A later rating replaces it, but the time of the first one stays. */
  rate(cycleId: number, rating: number): Promise<void> {
    return this.dispatchChanges(rateCycle(this.db.companyId, cycleId, rating));
  }

  private async dispatchChanges(finished: Statement<{ finishedAt: string }>): Promise<void> {
    for (const { finishedAt } of await this.db.rows(finished))
      await this.events.dispatch(new FinishedCycleChanged({ finishedAt }));
  }
}
