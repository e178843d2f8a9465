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
 * What happens to tickets by the passing of minutes (behaviour.md §6): those without a department are transferred, those
 * whose customer is silent reminded and closed. Once in the cluster; each due ticket has one job, whatever the number of
 * runs that find it.
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
    // what failed for good must not keep its ticket from being tried again
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

  /** Closed without the question for a rating and without the completion message: the customer is not there. */
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
