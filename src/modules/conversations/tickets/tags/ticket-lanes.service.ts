import { Injectable } from '@nestjs/common';
import { Context } from '../../../../core/context.js';
import { Db } from '../../../../core/database/db.js';
import { InTransaction } from '../../../../core/events/event.js';
import { Events } from '../../../../core/events/events.js';
import { notFoundOf } from '../../../../core/resource/define-resource.js';
import { lockLanes } from '../../../contacts/tags/queries/lanes.queries.js';
import { LanesChanged } from '../../../contacts/tags/tags.events.js';
import { TicketsService } from '../crud/tickets.service.js';
import { laneOf } from '../queries/ticket-references.queries.js';
import type { TicketRow } from '../queries/tickets.queries.js';
import { TicketChanged } from '../tickets.events.js';
import { visibleTo } from '../tickets.policy.js';
import {
  type LanePlace,
  laneGaps,
  lockTicket,
  moveCard,
  refreshLane,
  refreshOpenLanes,
  removeLanes,
} from './ticket-lanes.queries.js';
import { addTag } from './ticket-tags.queries.js';

/**
 * Lane and position of tickets on the kanban board. Lanes are tags, so a ticket may have several: the first one in the
 * order of lanes counts.
 */
@Injectable()
export class TicketLanesService {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly events: Events,
    private readonly tickets: TicketsService,
  ) {}

  /**
   * Replaces the lanes of a ticket; its other tags stay. Without a position it goes to the top, unless it is already in
   * the lane.
   * @param laneId null removes it from all lanes
   * @throws 404 for a lane or ticket that is not the company's, 403 for a ticket that the caller does not see
   */
  async move(ticketId: number, laneId: number | null, place: LanePlace = {}): Promise<TicketRow> {
    const { companyId } = this.db;
    await this.lock(ticketId);
    const ticket = await this.tickets.get(ticketId);
    if (laneId !== null && !(await this.isLane(laneId))) throw notFoundOf('tags');
    const removed = await this.removeLanes(ticketId, laneId ?? 0);
    const added = laneId === null ? 0 : await this.db.run(addTag(companyId, ticketId, laneId));
    if (removed + added === 0 && !place.afterId && !place.beforeId) return ticket;
    await this.place(ticketId, laneId ?? 0, place);
    this.events.emit(new TicketChanged({ companyId, ticketId }));
    return this.tickets.get(ticketId);
  }

  /** Locks the tag until the commit; to be called after {@link lock}. */
  async isLane(tagId: number): Promise<boolean> {
    return (await this.db.rows(laneOf(this.db.companyId, tagId))).length > 0;
  }

  /** Removes the ticket from its lanes; it keeps its position. */
  async clear(ticketId: number): Promise<void> {
    await this.lock(ticketId);
    await this.tickets.get(ticketId);
    if ((await this.removeLanes(ticketId, 0)) === 0) return;
    await this.refresh(ticketId);
    this.events.emit(new TicketChanged({ companyId: this.db.companyId, ticketId }));
  }

  /** To be called before tags of a ticket are changed. */
  async lock(ticketId: number): Promise<void> {
    await lockLanes(this.db);
    await this.db.run(lockTicket(this.db.companyId, ticketId));
  }

  /** To be called after tags of a ticket were changed. */
  async refresh(ticketId: number): Promise<void> {
    await this.db.run(refreshLane(this.db.companyId, ticketId));
  }

  @InTransaction(LanesChanged)
  async lanesChanged(): Promise<void> {
    await this.db.run(refreshOpenLanes(this.db.companyId));
  }

  private removeLanes(ticketId: number, keptId: number): Promise<number> {
    return this.db.run(removeLanes(this.db.companyId, ticketId, keptId));
  }

  private async place(ticketId: number, laneId: number, place: LanePlace): Promise<void> {
    const { companyId } = this.db;
    for (const gaps of laneGaps(companyId, visibleTo(this.context.actor), { ticketId, laneId }, place)) {
      const gap = await this.db.row(gaps);
      if (!gap) continue;
      await this.db.run(moveCard(companyId, ticketId, laneId, gap));
      return;
    }
  }
}
