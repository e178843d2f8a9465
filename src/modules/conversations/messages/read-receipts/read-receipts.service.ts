import { Injectable } from '@nestjs/common';
import { Context } from '../../../../core/context.js';
import { Db } from '../../../../core/database/db.js';
import { InTransaction } from '../../../../core/events/event.js';
import { Events } from '../../../../core/events/events.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import { TicketsService } from '../../tickets/crud/tickets.service.js';
import { TicketPreviewService } from '../../tickets/preview/ticket-preview.service.js';
import { type TicketRow, withConnectionId } from '../../tickets/queries/tickets.queries.js';
import { TicketMarkingRead } from '../../tickets/tickets.events.js';
import { attends } from '../../tickets/tickets.policy.js';
import { MessageStored } from '../messages.events.js';
import { MarkRead } from './mark-read.job.js';
import { markMessagesRead, markNewestUnread } from './read-receipts.queries.js';

/** Most read receipts at once, for the newest messages of a conversation that was unread for long. */
const maxReceipts = 200;

/** Read and unread messages. The counter of a ticket always equals the number of its unread messages. */
@Injectable()
export class ReadReceiptsService {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly events: Events,
    private readonly jobs: Jobs,
    private readonly tickets: TicketsService,
    private readonly preview: TicketPreviewService,
  ) {}

  /** Only for the attendant: a read receipt tells the customer that the attendant has read the messages. */
  async markRead(ticketId: number): Promise<TicketRow> {
    const ticket = await this.tickets.get(ticketId);
    if (!attends(this.context.actor, ticket)) return ticket;
    return (await this.markMessages({ ticket: withConnectionId(ticket) })) ? { ...ticket, unreadMessages: 0 } : ticket;
  }

  @InTransaction(TicketMarkingRead)
  async ticketMarkingRead(event: TicketMarkingRead): Promise<void> {
    await this.markMessages(event);
  }

  private async markMessages({ ticket: { id: ticketId, connectionId } }: TicketMarkingRead): Promise<boolean> {
    const { companyId } = this.context;
    await this.preview.lock(ticketId);
    const rows = await this.db.rows(markMessagesRead(companyId, ticketId));
    if (rows.length === 0) return false;
    await this.preview.markRead(ticketId);
    const read = rows.toSorted((a, b) => a.id - b.id);
    const newest = read.at(-1);
    if (newest) this.events.emit(new MessageStored({ companyId, messageId: newest.id, action: 'update' }));
    const providerIds = read.flatMap(({ providerId }) => providerId ?? []).slice(-maxReceipts);
    if (newest?.providerId) await this.jobs.add(MarkRead, { connectionId, providerIds });
    return true;
  }

  /** Marks the customer's newest message as unread again. */
  async markUnread(ticketId: number): Promise<TicketRow> {
    const ticket = await this.tickets.get(ticketId);
    const { companyId } = this.context;
    await this.preview.lock(ticketId);
    const changed = await this.db.row(markNewestUnread(companyId, ticketId));
    if (!changed) return ticket;
    await this.preview.markUnread(ticketId);
    this.events.emit(new MessageStored({ companyId, messageId: changed.id, action: 'update' }));
    return this.tickets.get(ticketId);
  }
}
