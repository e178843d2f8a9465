import { Injectable } from '@nestjs/common';
import { Every } from '../../../../core/jobs/cron.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import { CloseInactiveTicket } from './close-inactive-ticket.job.js';
import { dueClosings, dueTransfers, jobsOf } from './ticket-timers.queries.js';
import { TransferWaitingTicket } from './transfer-waiting-ticket.job.js';

/**
 * Timers of tickets (behaviour.md §6): those without a department are transferred, those with a silent customer are
 * reminded and closed. The timer runs once in the cluster; a due ticket has one job, however many runs find it.
 */
@Injectable()
export class TicketTimersService {
  constructor(private readonly jobs: Jobs) {}

  @Every(60)
  async addJobs(): Promise<void> {
    // a job that failed for good must not prevent another try for its ticket
    await this.jobs.removeFailedOf(TransferWaitingTicket);
    await this.jobs.removeFailedOf(CloseInactiveTicket);
    await this.jobs.addSelected(TransferWaitingTicket, jobsOf(TransferWaitingTicket.jobName, dueTransfers()));
    await this.jobs.addSelected(CloseInactiveTicket, jobsOf(CloseInactiveTicket.jobName, dueClosings()));
  }
}
