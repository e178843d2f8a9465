import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Context } from '../../../core/context.js';
import { Db } from '../../../core/database/db.js';
import { Events } from '../../../core/events/events.js';
import { Jobs } from '../../../core/jobs/jobs.js';
import { TicketChanged, TicketRead } from '../../tickets/tickets.events.js';
import { type TicketRow } from '../../tickets/tickets.queries.js';
import { TicketsService } from '../../tickets/tickets.service.js';
import { MessageStored } from '../messages.events.js';
import { MarkRead } from './mark-read.job.js';

/** Read and unread. The counter of a conversation is always the number of its unread messages. */
@Injectable()
export class ReadReceipts {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly events: Events,
    private readonly jobs: Jobs,
    private readonly tickets: TicketsService,
  ) {}

  /**
   * Marks everything read and lets the customer know. Nothing happens when nothing was unread, or when somebody else than the
   * responsible person reads: to the customer, blue ticks mean that who answers has read it.
   */
  async markRead(ticketId: number): Promise<TicketRow> {
    const ticket = await this.tickets.get(ticketId);
    const { companyId, actor } = this.context;
    if (ticket.status === 'pending' || ticket.userId !== actor.userId) return ticket;
    await this.db.rows(
      sql`select 1 from tickets where company_id = ${companyId} and id = ${ticketId} for no key update`,
    );
    const rows = await this.db.rows<{ id: number; providerId: string | null }>(
      sql`update messages set read = true, updated_at = now() where company_id = ${companyId}
       and ticket_id = ${ticketId} and not from_me and not read
       returning id, provider_id as "providerId"`,
    );
    if (rows.length === 0) return ticket;
    await this.db.run(sql`update tickets set unread_messages = 0 where company_id = ${companyId} and id = ${ticketId}`);
    this.events.emit(new TicketRead(companyId, ticketId));
    const newest = rows.toSorted((a, b) => b.id - a.id)[0];
    if (newest) this.events.emit(new MessageStored(companyId, newest.id, 'update'));
    // a read receipt covers everything before it
    if (newest?.providerId)
      await this.jobs.add(MarkRead, { connectionId: ticket.whatsappId, providerId: newest.providerId });
    return { ...ticket, unreadMessages: 0 };
  }

  /** Marks the newest message of the customer unread again; without one there is nothing to come back to. */
  async markUnread(ticketId: number): Promise<TicketRow> {
    const ticket = await this.tickets.get(ticketId);
    const { companyId } = this.context;
    await this.db.rows(
      sql`select 1 from tickets where company_id = ${companyId} and id = ${ticketId} for no key update`,
    );
    const changed = await this.db.row<{ id: number }>(
      sql`update messages set read = false, updated_at = now() where company_id = ${companyId} and id = (
         select id from messages where company_id = ${companyId} and ticket_id = ${ticketId} and not from_me
           order by id desc limit 1) and read
       returning id`,
    );
    if (!changed) return ticket;
    await this.db.run(sql`update tickets set unread_messages = unread_messages + 1 where company_id = ${companyId}
       and id = ${ticketId}`);
    this.events.emit(new TicketChanged(companyId, ticketId));
    this.events.emit(new MessageStored(companyId, changed.id, 'update'));
    return this.tickets.get(ticketId);
  }
}
