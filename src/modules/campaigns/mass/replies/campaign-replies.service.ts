import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../core/clock.js';
import { Db } from '../../../../core/database/db.js';
import { InTransaction } from '../../../../core/events/event.js';
import { Events } from '../../../../core/events/events.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import { ContactOptedOut } from '../../../contacts/contacts/contacts.events.js';
import type { SentMessage } from '../../../conversations/messages/history/message-writer.queries.js';
import { MessageWriterService } from '../../../conversations/messages/history/message-writer.service.js';
import {
  AutomaticAnswersEnding,
  type MessageReceived,
  MessageStored,
  MessagesReceived,
} from '../../../conversations/messages/messages.events.js';
import { mediaKindOf } from '../../../conversations/messages/outbound/message-composer.service.js';
import {
  OutboundMessagesService,
  systemDraft,
} from '../../../conversations/messages/outbound/outbound-messages.service.js';
import { mayBotAnswer } from '../../../conversations/tickets/bot.policy.js';
import { TicketLifecycleService } from '../../../conversations/tickets/lifecycle/ticket-lifecycle.service.js';
import { TicketLocksService } from '../../../conversations/tickets/lifecycle/ticket-locks.service.js';
import { assignmentOf, TicketChanged } from '../../../conversations/tickets/tickets.events.js';
import { Campaign } from '../campaign.entity.js';
import { CampaignContentService, type SentFile } from '../editing/campaign-content.service.js';
import { CampaignProgressService } from '../reports/campaign-progress.service.js';
import {
  type AnsweredShipment,
  answeredShipments,
  markReplied,
  markUnsubscribed,
  recordFollowUp,
  sameFilesSince,
} from './campaign-replies.queries.js';
import { TagReply } from './tag-reply.job.js';

/** Handles replies of customers to campaigns. */
@Injectable()
export class CampaignRepliesService {
  constructor(
    private readonly db: Db,
    private readonly clock: Clock,
    private readonly events: Events,
    private readonly jobs: Jobs,
    private readonly locks: TicketLocksService,
    private readonly lifecycle: TicketLifecycleService,
    private readonly writer: MessageWriterService,
    private readonly outbound: OutboundMessagesService,
    private readonly content: CampaignContentService,
    private readonly progress: CampaignProgressService,
  ) {}

  /** The first reply adds the campaign's messages to the conversation, and then the message after a confirmation. */
  @InTransaction(MessagesReceived)
  async messagesReceived({ messages }: MessagesReceived): Promise<void> {
    const received = messages.filter(({ isGroup }) => !isGroup);
    if (received.length === 0) return;
    const shipments = await this.db.rows(answeredShipments(this.db.companyId, received));
    for (const shipment of shipments) {
      const message = received.find(({ contactId }) => contactId === shipment.contactId);
      if (message && !shipment.repliedAt) await this.replied(message, shipment);
    }
  }

  private async replied(received: MessageReceived, shipment: AnsweredShipment): Promise<void> {
    const { companyId, ticketId } = received;
    const campaign = await this.db.em.findOneOrFail(Campaign, { id: shipment.campaignId, companyId });
    const confirmed = shipment.askedConfirmation && !shipment.optedOut;
    const reported = await this.db.row(markReplied(companyId, shipment.id, { confirmed }));
    if (!reported) return;
    await this.storeSent(received, campaign, { ...shipment, ...reported });
    if (campaign.queueId) await this.assign(received, campaign.queueId);
    if (campaign.tagId) await this.jobs.add(TagReply, { ticketId, tagId: campaign.tagId });
    if (confirmed && mayBotAnswer(await this.locks.lock(ticketId))) await this.follow(received, campaign, shipment);
    await this.awaitPerson(ticketId);
    await this.progress.show(companyId, campaign.id);
  }

  /** The company began the conversation: its menus and assistants do not answer the reply. */
  private async awaitPerson(ticketId: number): Promise<void> {
    const ticket = await this.locks.lock(ticketId);
    if (!mayBotAnswer(ticket)) return;
    await this.events.dispatch(new AutomaticAnswersEnding({ ticketId }));
    await this.lifecycle.setBotPaused(ticket, this.clock.now());
  }

  @InTransaction(ContactOptedOut)
  async contactOptedOut({ number }: ContactOptedOut): Promise<void> {
    const { companyId } = this.db;
    const marked = await this.db.row(markUnsubscribed(companyId, number));
    if (marked) await this.progress.show(companyId, marked.campaignId);
  }

  /** Stores the sent messages in order, with the ids that the provider knows, so that later statuses find them. */
  private async storeSent(received: MessageReceived, campaign: Campaign, shipment: AnsweredShipment): Promise<void> {
    const { id, body, providerId, sentAt } = shipment;
    const status: SentMessage['status'] =
      shipment.status === 'delivered' || shipment.status === 'read' ? shipment.status : 'sent';
    const hasFiles = await this.hasSentFiles(campaign, sentAt);
    for (const sent of hasFiles ? await this.content.sentFiles(campaign, shipment) : [])
      await this.store(received, shipment, { ...sent, providerId: null });
    const { mediaKey: key, mediaMime: mime, mediaName: name, mediaSize: size } = campaign;
    const file = hasFiles && key && mime ? { key, mime, name, size } : null;
    const mediaType = file ? (campaign.template ? 'template' : mediaKindOf(file.mime)) : 'chat';
    await this.store(received, shipment, { id, body: body ?? '', mediaType, file, providerId, status });
  }

  private async store(
    { companyId, ticketId, contactId, connectionId }: MessageReceived,
    { campaignId, sentAt }: AnsweredShipment,
    sent: SentFile & Pick<SentMessage, 'providerId'>,
  ): Promise<void> {
    const message = { ticketId, contactId, connectionId, sentAt: new Date(sentAt), data: { campaignId }, ...sent };
    if (await this.writer.insertSent(message))
      this.events.emit(new MessageStored({ companyId, messageId: sent.id, action: 'create' }));
  }

  /** Whether file and file list are those that were sent; if so, they cannot change until the commit. */
  private async hasSentFiles({ companyId, id, mediaKey, fileListId }: Campaign, sentAt: string): Promise<boolean> {
    if (!mediaKey && !fileListId) return false;
    const unchanged = await this.db.row(sameFilesSince(companyId, id, sentAt));
    return unchanged !== undefined;
  }

  /** Assigns a conversation that the reply opened, or that has no attendant and no department. */
  private async assign({ ticketId, newConversation }: MessageReceived, queueId: number): Promise<void> {
    const ticket = await this.locks.lock(ticketId);
    if (ticket.userId !== null || ticket.queueId === queueId || (ticket.queueId !== null && !newConversation)) return;
    const before = assignmentOf(ticket);
    await this.lifecycle.assign(ticket, { userId: null, queueId });
    this.events.emit(new TicketChanged({ companyId: this.db.companyId, ticketId, before }));
  }

  private async follow(received: MessageReceived, campaign: Campaign, shipment: AnsweredShipment): Promise<void> {
    const { ticketId, contactId, connectionId } = received;
    const body = await this.content.afterConfirmation(campaign, shipment, shipment.position - 1);
    if (body === null) return;
    const destination = { id: ticketId, contactId, connectionId };
    const data = { confirmedCampaignId: campaign.id };
    const messageId = await this.outbound.enqueue(destination, { ...systemDraft, body, mediaType: 'chat', data });
    await this.db.run(recordFollowUp(this.db.companyId, shipment.id, messageId));
  }
}
