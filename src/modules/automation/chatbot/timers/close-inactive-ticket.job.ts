import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { Events } from '../../../../core/events/events.js';
import { defineJob, JobHandler } from '../../../../core/jobs/job.js';
import { AutomaticMessagesService } from '../../../conversations/messages/outbound/automatic-messages.service.js';
import { TicketLifecycleService } from '../../../conversations/tickets/lifecycle/ticket-lifecycle.service.js';
import { TicketLocksService } from '../../../conversations/tickets/lifecycle/ticket-locks.service.js';
import { assignmentOf, TicketChanged } from '../../../conversations/tickets/tickets.events.js';
import { dueClosings, saveReminder } from './ticket-timers.queries.js';

/** Reminds a customer who does not answer, or closes the ticket. */
export class CloseInactiveTicket extends defineJob<{ ticketId: number }>('close-inactive-ticket', {
  priority: 'bulk',
}) {}

@Injectable()
export class CloseInactiveTicketHandler {
  constructor(
    private readonly db: Db,
    private readonly events: Events,
    private readonly locks: TicketLocksService,
    private readonly lifecycle: TicketLifecycleService,
    private readonly automaticMessages: AutomaticMessagesService,
  ) {}

  /** Closes without the rating question and without the completion message, because the customer is away. */
  @JobHandler(CloseInactiveTicket)
  async perform({ ticketId }: CloseInactiveTicket['payload']): Promise<void> {
    const { companyId } = this.db;
    const ticket = await this.locks.lockExisting(ticketId);
    const due = ticket && (await this.db.row(dueClosings({ companyId, ticketId })));
    if (!ticket || !due) return;
    if (due.action === 'remind') {
      await this.automaticMessages.sendFilled(ticketId, due.reminder);
      await this.db.run(saveReminder(companyId, due.cycleId));
      return;
    }
    await this.automaticMessages.sendFilled(ticketId, due.message);
    const before = assignmentOf(ticket);
    await this.lifecycle.close(ticket);
    this.events.emit(new TicketChanged({ companyId, ticketId, before }));
  }
}
