import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { Events } from '../../../../core/events/events.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import type { Responder } from '../../tickets/lifecycle/ticket-lifecycle.queries.js';
import { TicketLifecycleService } from '../../tickets/lifecycle/ticket-lifecycle.service.js';
import type { Ticket } from '../../tickets/ticket.entity.js';
import { TicketChanged } from '../../tickets/tickets.events.js';
import { type AutomaticAnswersEnd, AutomaticAnswersStopped } from '../messages.events.js';
import { ContinueConversation } from './continue-conversation.job.js';

/** Returns tickets to the department menu when their prompt or integration no longer answers. */
@Injectable()
export class ResponderHandoverService {
  constructor(
    private readonly db: Db,
    private readonly jobs: Jobs,
    private readonly events: Events,
    private readonly lifecycle: TicketLifecycleService,
  ) {}

  /** The caller has locked the ticket. The department menu continues, unless an attendant has taken the ticket. */
  async stop(ticket: Ticket, reason: AutomaticAnswersEnd): Promise<void> {
    await this.lifecycle.setResponder(ticket, {});
    this.events.emit(new TicketChanged({ companyId: this.db.companyId, ticketId: ticket.id }));
    await this.events.dispatch(new AutomaticAnswersStopped({ ticketId: ticket.id, reason }));
  }

  /** A prompt or an integration is about to be removed: a job per waiting conversation continues it. */
  async stopAllOf(responder: Responder): Promise<void> {
    const answered = await this.lifecycle.clearResponder(responder);
    await this.jobs.addAll(
      answered
        .filter(({ status, userId }) => status === 'pending' && userId === null)
        .map(({ id: ticketId }) => ({ name: ContinueConversation.jobName, payload: { ticketId } })),
    );
  }
}
