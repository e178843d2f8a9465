import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { Events } from '../../../../core/events/events.js';
import { Answers, type Asked } from '../../../../core/events/port.js';
import { notFoundOf } from '../../../../core/resource/define-resource.js';
import { countLimit } from '../../../../core/resource/page.js';
import { type RecordMembers, recordMembers } from '../../../../core/resource/record-changed.js';
import { lockTags } from '../../../contacts/contacts/queries/contacts.queries.js';
import { TicketsService } from '../crud/tickets.service.js';
import type { TicketRow } from '../queries/tickets.queries.js';
import type { SyncTagsInput } from '../tickets.dto.js';
import { TicketChanged } from '../tickets.events.js';
import { TicketLanesService } from './ticket-lanes.service.js';
import {
  addTag,
  addTagIfTicketExists,
  addTags,
  removeOtherTags,
  removeTag,
  ticketCounts,
} from './ticket-tags.queries.js';

@Injectable()
export class TicketTagsService {
  constructor(
    private readonly db: Db,
    private readonly events: Events,
    private readonly tickets: TicketsService,
    private readonly lanes: TicketLanesService,
  ) {}

  /**
   * Gives the ticket exactly these tags; of two concurrent calls the later one counts. Its position in lists stays.
   * @throws 404 for a tag or ticket that is not the company's, 403 for a ticket that the caller does not see
   */
  async sync({ ticketId, tags }: SyncTagsInput): Promise<TicketRow> {
    const { companyId } = this.db;
    // concurrent calls wait for each other
    await this.lanes.lock(ticketId);
    const ticket = await this.tickets.get(ticketId);
    await this.assertOwn(tags);
    const removed = await this.db.run(removeOtherTags(companyId, ticketId, tags));
    const added = await this.db.run(addTags(companyId, ticketId, tags));
    if (removed + added === 0) return ticket;
    await this.lanes.refresh(ticketId);
    this.events.emit(new TicketChanged({ companyId, ticketId }));
    return this.tickets.get(ticketId);
  }

  /** Adds or removes one tag. Returns whether that changed something. @throws as {@link sync} */
  async change(ticketId: number, tagId: number, to: 'on' | 'off'): Promise<boolean> {
    const { companyId } = this.db;
    await this.lanes.lock(ticketId);
    await this.tickets.get(ticketId);
    if (to === 'on') await this.assertOwn([tagId]);
    const changed = await this.db.run((to === 'on' ? addTag : removeTag)(companyId, ticketId, tagId));
    if (changed === 0) return false;
    await this.lanes.refresh(ticketId);
    this.events.emit(new TicketChanged({ companyId, ticketId }));
    return true;
  }

  /** Adds a tag without checking a caller's rights; does nothing when the tag or the ticket no longer exists. */
  async attach(ticketId: number, tagId: number): Promise<void> {
    const { companyId } = this.db;
    await this.lanes.lock(ticketId);
    if ((await this.db.rows(lockTags(companyId, [tagId]))).length === 0) return;
    const added = await this.db.run(addTagIfTicketExists(companyId, ticketId, tagId));
    if (added === 0) return;
    await this.lanes.refresh(ticketId);
    this.events.emit(new TicketChanged({ companyId, ticketId }));
  }

  /** Moves the ticket to the tag's lane; a tag that is no lane is only added. @throws as {@link sync} */
  async link(ticketId: number, tagId: number): Promise<void> {
    await this.lanes.lock(ticketId);
    if (await this.lanes.isLane(tagId)) await this.lanes.move(ticketId, tagId);
    else await this.change(ticketId, tagId, 'on');
  }

  /** Counts are exact up to {@link countLimit}. */
  @Answers(recordMembers)
  async ticketCounts({
    resource,
    ids,
  }: Asked<typeof recordMembers>): Promise<RecordMembers<{ tags: { ticketsCount: number } }>> {
    if (resource !== 'tags') return new Map();
    const rows = await this.db.rows(ticketCounts(this.db.companyId, ids, countLimit));
    const counts = new Map(rows.map(({ tagId, ticketsCount }) => [tagId, ticketsCount]));
    return new Map(ids.map((id) => [id, { ticketsCount: counts.get(id) ?? 0 }]));
  }

  private async assertOwn(tags: readonly number[]): Promise<void> {
    const own = await this.db.rows(lockTags(this.db.companyId, tags));
    if (own.length !== tags.length) throw notFoundOf('tags');
  }
}
