import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { Events } from '../../../../core/events/events.js';
import { defineJob, JobHandler } from '../../../../core/jobs/job.js';
import { TicketTransfersService } from '../../../conversations/tickets/assignment/ticket-transfers.service.js';
import { TicketLocksService } from '../../../conversations/tickets/lifecycle/ticket-locks.service.js';
import { assignmentOf, TicketChanged } from '../../../conversations/tickets/tickets.events.js';
import { dueTransfers } from './ticket-timers.queries.js';

/** Transfers a ticket that has waited without a department for too long. */
export class TransferWaitingTicket extends defineJob<{ ticketId: number }>('transfer-waiting-ticket', {
  priority: 'bulk',
}) {}

@Injectable()
export class TransferWaitingTicketHandler {
  constructor(
    private readonly db: Db,
    private readonly events: Events,
    private readonly locks: TicketLocksService,
    private readonly transfers: TicketTransfersService,
  ) {}

  @JobHandler(TransferWaitingTicket)
  async perform({ ticketId }: TransferWaitingTicket['payload']): Promise<void> {
    const { companyId } = this.db;
    const ticket = await this.locks.lockExisting(ticketId);
    const due = ticket && (await this.db.row(dueTransfers({ companyId, ticketId })));
    if (!ticket || !due) return;
    const before = assignmentOf(ticket);
    await this.transfers.transfer(ticket, { queueId: due.queueId });
    this.events.emit(new TicketChanged({ companyId, ticketId, before }));
  }
}
