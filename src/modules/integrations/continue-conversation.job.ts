import { Injectable } from '@nestjs/common';
import { Events } from '../../core/events/events.js';
import { defineJob, JobHandler } from '../../core/jobs/job.js';
import { AutomaticAnswersStopped } from '../messages/messages.events.js';
import { TicketLocks } from '../tickets/lifecycle/ticket-locks.service.js';

/** The integration of a conversation was removed. */
export class ContinueConversation extends defineJob<{ ticketId: number }>('continue-conversation', {
  priority: 'bulk',
}) {}

@Injectable()
export class ContinueConversationHandler {
  constructor(
    private readonly events: Events,
    private readonly locks: TicketLocks,
  ) {}

  /** The department menu goes on, where nobody else answers by now. */
  @JobHandler(ContinueConversation)
  async perform({ ticketId }: ContinueConversation['payload']): Promise<void> {
    const ticket = await this.locks.lockExisting(ticketId);
    if (ticket?.status !== 'pending' || ticket.userId !== null) return;
    if (ticket.promptId !== null || ticket.integrationId !== null) return;
    await this.events.dispatch(new AutomaticAnswersStopped(ticketId, 'unavailable'));
  }
}
