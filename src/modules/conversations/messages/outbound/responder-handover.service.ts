import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { Events } from '../../../../core/events/events.js';
import { defineJob, JobHandler } from '../../../../core/jobs/job.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import { mayBotAnswer } from '../../tickets/bot.policy.js';
import type { Responder } from '../../tickets/lifecycle/ticket-lifecycle.queries.js';
import { TicketLifecycleService } from '../../tickets/lifecycle/ticket-lifecycle.service.js';
import { TicketLocksService } from '../../tickets/lifecycle/ticket-locks.service.js';
import type { Ticket } from '../../tickets/ticket.entity.js';
import { TicketChanged } from '../../tickets/tickets.events.js';
import { type AutomaticAnswersEnd, AutomaticAnswersStopped } from '../messages.events.js';

/** Continues a conversation whose prompt or integration was removed. */
export class ContinueConversation extends defineJob<{ ticketId: number }>('continue-conversation', {
  priority: 'bulk',
}) {}

/** Returns tickets to the department menu when their prompt or integration no longer answers. */
@Injectable()
export class ResponderHandoverService {
  constructor(
    private readonly db: Db,
    private readonly jobs: Jobs,
    private readonly events: Events,
    private readonly locks: TicketLocksService,
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

  /** Does nothing when an attendant, a prompt or an integration answers by now. */
  @JobHandler(ContinueConversation)
  async continueConversation({ ticketId }: ContinueConversation['payload']): Promise<void> {
    const ticket = await this.locks.lockExisting(ticketId);
    if (!ticket || !mayBotAnswer(ticket)) return;
    if (ticket.promptId !== null || ticket.integrationId !== null) return;
    await this.events.dispatch(new AutomaticAnswersStopped({ ticketId, reason: 'unavailable' }));
  }
}
