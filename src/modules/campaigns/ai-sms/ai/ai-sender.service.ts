import { Injectable, Logger } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { AppError } from '../../../../core/errors/app-error.js';
import type { Localized } from '../../../../core/i18n.js';
import { CompletionFailed, UnusableCompletion } from '../../../automation/prompts/endpoint/chat-completions.service.js';
import type { ChannelConnection, SendOutcome } from '../../../channels/connections/channels/channel.js';
import { ChannelsService } from '../../../channels/connections/channels/channels.service.js';
import type { Connection } from '../../../channels/connections/connection.entity.js';
import { ConnectionCredentialsService } from '../../../channels/connections/crud/connection-credentials.service.js';
import { ConnectionHealthService } from '../../../channels/connections/health/connection-health.service.js';
import { ContactsService } from '../../../contacts/contacts/crud/contacts.service.js';
import { reasonOf } from '../../mass/campaigns.errors.js';
import { ChannelSenderService } from '../../mass/sending/channel-sender.service.js';
import { type Outcome, outcomeOf } from '../../mass/sending/outcome.policy.js';
import { aiSmsErrors, sendingFaults } from '../ai-sms.errors.js';
import type { AiSmsCampaign } from '../ai-sms-campaign.entity.js';
import { attendedConversation, lockRun, markSending, releaseRecipient } from '../sending/claims.queries.js';
import type { ClaimedRecipient, RecipientSender } from '../sending/recipient-sender.js';
import { AiOpeningsService, type OpeningContent } from './ai-openings.service.js';

const sendingStatuses = ['CONNECTED', 'OPENING'];

/**
 * Sends the first text of a recipient, written by the prompt or from a template, without a conversation, like other
 * campaigns. A reply opens the conversation ({@link AiRepliesService}).
 */
@Injectable()
export class AiSenderService implements RecipientSender {
  private readonly logger = new Logger('AiCampaigns');

  constructor(
    private readonly db: Db,
    private readonly channels: ChannelsService,
    private readonly credentials: ConnectionCredentialsService,
    private readonly sender: ChannelSenderService,
    private readonly health: ConnectionHealthService,
    private readonly contacts: ContactsService,
    private readonly openings: AiOpeningsService,
  ) {}

  /** The reason why nothing of the campaign can be sent now. */
  async obstacle(campaign: AiSmsCampaign): Promise<Localized | null> {
    try {
      const { connection } = await this.openings.of(campaign);
      if (!sendingStatuses.includes(connection.status)) return sendingFaults.disconnected;
      const isPaused = connection.pausedUntil !== null && connection.pausedUntil.getTime() > Date.now();
      return isPaused ? (connection.pauseReason?.text ?? sendingFaults.paused) : null;
    } catch (error) {
      if (error instanceof AppError && error.status < 500) return error.text;
      throw error;
    }
  }

  async send(campaign: AiSmsCampaign, recipient: ClaimedRecipient): Promise<Outcome | undefined> {
    const { companyId } = campaign;
    try {
      const opening = await this.db.runAs(companyId, () => this.openings.of(campaign));
      const { connection } = opening;
      // checked before the text, because the model costs money
      await this.db.runAs(companyId, () => this.assertUnattended(connection, recipient));
      const content = await this.openings.compose(campaign, opening, recipient);
      await this.sender.waitForTurn(connection, 1);
      const messageId = await this.db.runAs(companyId, () => this.begin(campaign, connection, recipient, content));
      if (messageId === undefined) return undefined;
      return await this.call(connection, recipient, content, messageId);
    } catch (error) {
      if (error instanceof UnusableCompletion) return { kind: 'failed', reason: { text: error.reason } };
      if (error instanceof CompletionFailed) return { kind: 'wait', reason: { text: error.reason } };
      if (error instanceof AppError && error.status < 500) return { kind: 'failed', reason: reasonOf(error) };
      throw error;
    }
  }

  private async assertUnattended({ companyId, id }: Connection, { number }: ClaimedRecipient): Promise<void> {
    if (await this.db.row(attendedConversation(companyId, id, number))) throw aiSmsErrors.ERR_CONTACT_ATTENDED();
  }

  /** After the commit the text may be sent. undefined: nothing must be sent. @throws ERR_CONTACT_ATTENDED */
  private async begin(
    { companyId, id, run }: AiSmsCampaign,
    connection: Connection,
    recipient: ClaimedRecipient,
    { body, tokens }: OpeningContent,
  ): Promise<number | undefined> {
    if (!(await this.db.row(lockRun(companyId, id, run)))) {
      // the campaign was deactivated or changed while the model wrote
      await this.db.run(releaseRecipient(companyId, recipient));
      return undefined;
    }
    await this.assertUnattended(connection, recipient);
    const sent = { connectionId: connection.id, body, tokens };
    const marked = await this.db.row(markSending(companyId, recipient, sent));
    if (!marked) {
      // the recipient got another number while the model wrote
      await this.db.run(releaseRecipient(companyId, recipient));
      return undefined;
    }
    const { number, name } = recipient;
    await this.contacts.upsertFromChannel({ number, name: name || null, isGroup: false });
    return marked.messageId;
  }

  private async call(
    connection: Connection,
    { number: to, attempts }: ClaimedRecipient,
    content: OpeningContent,
    messageId: number,
  ): Promise<Outcome> {
    const { deliversOnSend = false } = this.channels.get(connection.channel);
    const channelConnection = this.credentials.forChannel(connection);
    const at = Date.now();
    const answer = await this.sender
      .send(channelConnection, [], content, { to, messageId, fileIds: [] })
      .catch((error: unknown): SendOutcome => {
        this.logger.error({ msg: 'first text not sent', message: messageId, reason: String(error) });
        return { ok: false, kind: 'uncertain', code: 'UNCERTAIN', text: sendingFaults.uncertain };
      });
    await this.db.runAs(connection.companyId, () => this.recordHealth(connection, channelConnection, answer, at));
    return outcomeOf(answer, { attempts, deliversOnSend });
  }

  private async recordHealth(
    { id, status, troubles }: Connection,
    connection: ChannelConnection,
    answer: SendOutcome,
    at: number,
  ): Promise<void> {
    if (!answer.ok) return this.health.applySendFailure(connection, answer, at);
    if (status === 'OPENING' || troubles > 0) await this.health.recordSuccess(id);
  }
}
