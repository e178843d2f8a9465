import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Db } from '../../../../core/database/db.js';
import { InTransaction } from '../../../../core/events/event.js';
import { Events } from '../../../../core/events/events.js';
import { notFoundOf } from '../../../../core/resource/define-resource.js';
import { countLimit } from '../../../../core/resource/page.js';
import { RecordsPresenting } from '../../../../core/resource/record-changed.js';
import { lockTags } from '../../../contacts/contacts/queries/contacts.queries.js';
import { TicketsService } from '../crud/tickets.service.js';
import type { TicketRow } from '../queries/tickets.queries.js';
import type { SyncTagsInput } from '../tickets.dto.js';
import { TicketChanged } from '../tickets.events.js';
import { TicketLanes } from './ticket-lanes.service.js';

@Injectable()
export class TicketTags {
  constructor(
    private readonly db: Db,
    private readonly events: Events,
    private readonly tickets: TicketsService,
    private readonly lanes: TicketLanes,
  ) {}

  /**
   * Gives the ticket exactly these tags; of two concurrent calls the later one wins. Its position in lists stays.
   * @throws 404 for a tag or ticket that is not the company's, 403 for a ticket that the caller does not see.
   */
  async sync({ ticketId, tags }: SyncTagsInput): Promise<TicketRow> {
    const { companyId } = this.db;
    // concurrent calls wait for each other
    await this.lanes.lock(ticketId);
    const ticket = await this.tickets.get(ticketId);
    await this.assertOwn(tags);
    const removed = await this.db.run(sql`
      delete from ticket_tags where company_id = ${companyId} and ticket_id = ${ticketId}
       and tag_id <> all(${tags}::bigint[])`);
    const added = await this.db.run(sql`
      insert into ticket_tags (company_id, ticket_id, tag_id) select ${companyId}, ${ticketId}, tag_id
       from unnest(${tags}::bigint[]) tag_id
       on conflict (company_id, ticket_id, tag_id) do nothing`);
    if (removed + added === 0) return ticket;
    await this.lanes.refresh(ticketId);
    this.events.emit(new TicketChanged(companyId, ticketId));
    return this.tickets.get(ticketId);
  }

  /** Adds or removes one tag. true: that changed something. @throws as {@link sync} */
  async change(ticketId: number, tagId: number, to: 'on' | 'off'): Promise<boolean> {
    const { companyId } = this.db;
    await this.lanes.lock(ticketId);
    await this.tickets.get(ticketId);
    if (to === 'on') await this.assertOwn([tagId]);
    const changed = await this.db.run(
      to === 'on'
        ? sql`insert into ticket_tags (company_id, ticket_id, tag_id) values (${companyId}, ${ticketId}, ${tagId})
           on conflict (company_id, ticket_id, tag_id) do nothing`
        : sql`delete from ticket_tags where company_id = ${companyId} and ticket_id = ${ticketId} and tag_id = ${tagId}`,
    );
    if (changed === 0) return false;
    await this.lanes.refresh(ticketId);
    this.events.emit(new TicketChanged(companyId, ticketId));
    return true;
  }

  /** Adds a tag by itself, without a caller; nothing happens where one of both is gone. */
  async attach(ticketId: number, tagId: number): Promise<void> {
    const { companyId } = this.db;
    await this.lanes.lock(ticketId);
    if ((await this.db.rows(lockTags(companyId, [tagId]))).length === 0) return;
    const added = await this.db.run(sql`
      insert into ticket_tags (company_id, ticket_id, tag_id) select t.company_id, t.id, ${tagId} from tickets t
      where t.company_id = ${companyId} and t.id = ${ticketId}
      on conflict (company_id, ticket_id, tag_id) do nothing`);
    if (added === 0) return;
    await this.lanes.refresh(ticketId);
    this.events.emit(new TicketChanged(companyId, ticketId));
  }

  /** Moves the ticket to the lane of the tag; one that is no lane is added to its tags. @throws as {@link sync} */
  async link(ticketId: number, tagId: number): Promise<void> {
    await this.lanes.lock(ticketId);
    if (await this.lanes.isLane(tagId)) await this.lanes.move(ticketId, tagId);
    else await this.change(ticketId, tagId, 'on');
  }

  /** Exact up to the bound of all counts. */
  @InTransaction(RecordsPresenting)
  async addTicketCounts({ resource, records }: RecordsPresenting<{ tags: { ticketsCount: number } }>): Promise<void> {
    if (resource !== 'tags') return;
    const tagIds = records.map(({ id }) => id);
    const rows = await this.db.rows<{ tagId: number; ticketsCount: number }>(sql`
      select g.id as "tagId", (select count(*)::int from (select from ticket_tags tt
       where tt.company_id = ${this.db.companyId} and tt.tag_id = g.id limit ${countLimit}) x) as "ticketsCount"
       from unnest(${tagIds}::bigint[]) g (id)`);
    const counts = new Map(rows.map(({ tagId, ticketsCount }) => [tagId, ticketsCount]));
    for (const record of records) record.ticketsCount = counts.get(record.id) ?? 0;
  }

  private async assertOwn(tags: readonly number[]): Promise<void> {
    const own = await this.db.rows(lockTags(this.db.companyId, tags));
    if (own.length !== tags.length) throw notFoundOf('tags');
  }
}
