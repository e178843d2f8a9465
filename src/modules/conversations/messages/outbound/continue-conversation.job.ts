import { Injectable } from '@nestjs/common';
import { Events } from '../../../../core/events/events.js';
import { defineJob, JobHandler } from '../../../../core/jobs/job.js';
import { mayBotAnswer } from '../../tickets/bot.policy.js';
import { TicketLocksService } from '../../tickets/lifecycle/ticket-locks.service.js';
import { AutomaticAnswersStopped } from '../messages.events.js';

/** Continues a conversation whose prompt or integration was removed. */
export class ContinueConversation extends defineJob<{ ticketId: number }>('continue-conversation', {
  priority: 'bulk',
}) {}

@Injectable()
export class ContinueConversationHandler {
  constructor(
    private readonly events: Events,
    private readonly locks: TicketLocksService,
  ) {}

  /** Does nothing when an attendant, a prompt or an integration answers by now. */
  @JobHandler(ContinueConversation)
  async perform({ ticketId }: ContinueConversation['payload']): Promise<void> {
    const ticket = await this.locks.lockExisting(ticketId);
    if (!ticket || !mayBotAnswer(ticket)) return;
    if (ticket.promptId !== null || ticket.integrationId !== null) return;
    await this.events.dispatch(new AutomaticAnswersStopped({ ticketId, reason: 'unavailable' }));
  }
}
