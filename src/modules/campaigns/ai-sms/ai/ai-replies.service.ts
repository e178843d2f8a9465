import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { InTransaction } from '../../../../core/events/event.js';
import { Events } from '../../../../core/events/events.js';
import { Answers } from '../../../../core/events/port.js';
import { ConnectionHealthService } from '../../../channels/connections/health/connection-health.service.js';
import { MessageWriterService } from '../../../conversations/messages/history/message-writer.service.js';
import {
  type MessageReceived,
  MessageStored,
  MessagesReceived,
  otherStatuses,
  type ReportedStatus,
} from '../../../conversations/messages/messages.events.js';
import { TicketLifecycleService } from '../../../conversations/tickets/lifecycle/ticket-lifecycle.service.js';
import { TicketLocksService } from '../../../conversations/tickets/lifecycle/ticket-locks.service.js';
import { TicketChanged } from '../../../conversations/tickets/tickets.events.js';
import { ServiceCampaignChanged } from '../campaign-service.events.js';
import { type AnsweredRow, answeredRows, applyRowStatuses, markReplied, type RowStatus } from './ai-replies.queries.js';

/** Statuses of and replies to the first texts of AI campaigns. */
@Injectable()
export class AiRepliesService {
  constructor(
    private readonly db: Db,
    private readonly events: Events,
    private readonly locks: TicketLocksService,
    private readonly lifecycle: TicketLifecycleService,
    private readonly writer: MessageWriterService,
    private readonly health: ConnectionHealthService,
  ) {}

  /** The first reply adds the sent text to the conversation, which the prompt answers from now on. */
  @InTransaction(MessagesReceived)
  async messagesReceived({ messages }: MessagesReceived): Promise<void> {
    const received = messages.filter(({ isGroup }) => !isGroup);
    if (received.length === 0) return;
    for (const row of await this.db.rows(answeredRows(this.db.companyId, received))) {
      const message = received.find(({ contactId }) => contactId === row.contactId);
      if (message) await this.replied(message, row);
    }
  }

  @Answers(otherStatuses)
  async statusesReported(
    reported: readonly ReportedStatus[],
    earlier: readonly (readonly ReportedStatus[])[],
  ): Promise<ReportedStatus[]> {
    const handled = new Set(earlier.flat());
    const unknown = reported.filter((each) => !handled.has(each));
    if (unknown.length === 0) return [];
    const { companyId } = this.db;
    const statuses: RowStatus[] = [];
    for (const each of unknown) statuses.push(await this.statusOf(each));
    const { unanswered = [], changed = [] } = (await this.db.row(applyRowStatuses(companyId, statuses))) ?? {};
    for (const campaignId of changed) this.show(campaignId);
    return unanswered.flatMap((position) => unknown[position - 1] ?? []);
  }

  private async replied(
    { companyId, ticketId, contactId, connectionId }: MessageReceived,
    { id, campaignId, promptId }: AnsweredRow,
  ): Promise<void> {
    const sent = await this.db.row(markReplied(companyId, id));
    if (!sent) return;
    const { messageId, sentAt, ...content } = sent;
    const message = { id: messageId, ticketId, contactId, connectionId, mediaType: 'chat', file: null, ...content };
    const data = { serviceCampaignId: campaignId };
    if (await this.writer.insertSent({ ...message, sentAt: new Date(sentAt), data }))
      this.events.emit(new MessageStored({ companyId, messageId, action: 'create' }));
    const ticket = await this.locks.lock(ticketId);
    if (ticket.userId === null && promptId !== null) {
      await this.lifecycle.setResponder(ticket, { promptId });
      this.events.emit(new TicketChanged({ companyId, ticketId }));
    }
    this.show(campaignId);
  }

  private async statusOf({ connectionId, status }: ReportedStatus): Promise<RowStatus> {
    const { messageId, providerId, status: name, error } = status;
    const common = { connectionId, messageId, providerId, status: name };
    if (name !== 'failed') return { ...common, error: null };
    const failure = await this.health.failureOf(connectionId, error ?? { code: 'failed', text: 'failed' });
    return { ...common, error: failure.text };
  }

  private show(campaignId: number): void {
    this.events.emit(
      new ServiceCampaignChanged({ companyId: this.db.companyId, kind: 'ai', campaignId, action: 'update' }),
    );
  }
}
