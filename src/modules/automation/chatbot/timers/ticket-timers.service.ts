import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { Events } from '../../../../core/events/events.js';
import { Every } from '../../../../core/jobs/cron.js';
import { defineJob, JobHandler } from '../../../../core/jobs/job.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import { AutomaticMessagesService } from '../../../conversations/messages/outbound/automatic-messages.service.js';
import { TicketTransfersService } from '../../../conversations/tickets/assignment/ticket-transfers.service.js';
import { TicketLifecycleService } from '../../../conversations/tickets/lifecycle/ticket-lifecycle.service.js';
import { TicketLocksService } from '../../../conversations/tickets/lifecycle/ticket-locks.service.js';
import { assignmentOf, TicketChanged } from '../../../conversations/tickets/tickets.events.js';
import { dueClosings, dueTransfers, jobsOf, saveReminder } from './ticket-timers.queries.js';

export class TransferWaitingTicket extends defineJob<{ ticketId: number }>('transfer-waiting-ticket', {
  priority: 'bulk',
}) {}
export class CloseInactiveTicket extends defineJob<{ ticketId: number }>('close-inactive-ticket', {
  priority: 'bulk',
}) {}

/**
 * Timers of tickets (behaviour.md §6): those without a department are transferred, those with a silent customer are
 * reminded and closed. The timer runs once in the cluster; a due ticket has one job, however many runs find it.
 */
@Injectable()
export class TicketTimersService {
  constructor(
    private readonly db: Db,
    private readonly jobs: Jobs,
    private readonly events: Events,
    private readonly locks: TicketLocksService,
    private readonly lifecycle: TicketLifecycleService,
    private readonly transfers: TicketTransfersService,
    private readonly automaticMessages: AutomaticMessagesService,
  ) {}

  @Every(60)
  async addJobs(): Promise<void> {
    // a job that failed for good must not prevent another try for its ticket
    await this.jobs.removeFailedOf(TransferWaitingTicket);
    await this.jobs.removeFailedOf(CloseInactiveTicket);
    await this.jobs.addSelected(TransferWaitingTicket, jobsOf(TransferWaitingTicket.jobName, dueTransfers()));
    await this.jobs.addSelected(CloseInactiveTicket, jobsOf(CloseInactiveTicket.jobName, dueClosings()));
  }

  @JobHandler(TransferWaitingTicket)
  async transfer({ ticketId }: TransferWaitingTicket['payload']): Promise<void> {
    const { companyId } = this.db;
    const ticket = await this.locks.lockExisting(ticketId);
    const due = ticket && (await this.db.row(dueTransfers({ companyId, ticketId })));
    if (!ticket || !due) return;
    const before = assignmentOf(ticket);
    await this.transfers.transfer(ticket, { queueId: due.queueId });
    this.events.emit(new TicketChanged({ companyId, ticketId, before }));
  }

  /** Closes without the rating question and without the completion message, because the customer is away. */
  @JobHandler(CloseInactiveTicket)
  async closeOrRemind({ ticketId }: CloseInactiveTicket['payload']): Promise<void> {
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
