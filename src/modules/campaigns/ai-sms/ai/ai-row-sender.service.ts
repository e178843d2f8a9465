import { setTimeout as wait } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { AppError } from '../../../../core/errors/app-error.js';
import type { Localized } from '../../../../core/i18n.js';
import { AssistantService } from '../../../automation/prompts/answers/assistant.service.js';
import { CompletionFailed, UnusableCompletion } from '../../../automation/prompts/endpoint/chat-completions.service.js';
import type {
  ChannelConnection,
  OutboundMessage,
  SendOutcome,
} from '../../../channels/connections/channels/channel.js';
import { ChannelsService } from '../../../channels/connections/channels/channels.service.js';
import type { Connection } from '../../../channels/connections/connection.entity.js';
import { ConnectionCredentialsService } from '../../../channels/connections/crud/connection-credentials.service.js';
import { ConnectionHealthService } from '../../../channels/connections/health/connection-health.service.js';
import { SendRateLimiterService } from '../../../channels/connections/sending/send-rate-limiter.service.js';
import { ContactsService } from '../../../contacts/contacts/crud/contacts.service.js';
import { botMark } from '../../../conversations/messages/outbound/automatic-messages.service.js';
import { campaignServiceErrors, sendingFaults } from '../campaign-service.errors.js';
import { attendedConversation, beginSending, lockRun, releaseRow } from '../queries/sending.queries.js';
import type { ClaimedRow, RowOutcome, RowSender } from '../sending/row-sender.js';
import type { ServiceCampaign } from '../service-campaign.entity.js';
import { AiOpeningsService, type Opening } from './ai-openings.service.js';

type Content = Pick<OutboundMessage, 'type' | 'body' | 'template'>;

const maxTries = 5;
const sendingStatuses = ['CONNECTED', 'OPENING'];

/**
 * Sends the first text of a row, written by the prompt or from a template, without a conversation, like other
 * campaigns. A reply opens the conversation ({@link AiRepliesService}).
 */
@Injectable()
export class AiRowSenderService implements RowSender {
  private readonly logger = new Logger('AiCampaigns');

  constructor(
    private readonly db: Db,
    private readonly assistant: AssistantService,
    private readonly channels: ChannelsService,
    private readonly credentials: ConnectionCredentialsService,
    private readonly rateLimiter: SendRateLimiterService,
    private readonly health: ConnectionHealthService,
    private readonly contacts: ContactsService,
    private readonly openings: AiOpeningsService,
  ) {}

  /** The reason why nothing of the campaign can be sent now. */
  async obstacle(campaign: ServiceCampaign): Promise<Localized | null> {
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

  async send(campaign: ServiceCampaign, row: ClaimedRow): Promise<RowOutcome> {
    const { companyId } = campaign;
    try {
      const opening = await this.db.runAs(companyId, () => this.openings.of(campaign));
      const { connection } = opening;
      // checked before the text, because the model costs money
      await this.db.runAs(companyId, () => this.assertUnattended(connection, row));
      const content = await this.compose(campaign, opening, row);
      await this.waitForSlot(connection);
      const messageId = await this.db.runAs(companyId, () => this.begin(campaign, connection, row, content));
      if (messageId === undefined) return { kind: 'recorded' };
      return await this.call(connection, row, content, messageId);
    } catch (error) {
      if (error instanceof UnusableCompletion) return { kind: 'failed', text: error.reason };
      if (error instanceof CompletionFailed) return { kind: 'wait', text: error.reason };
      if (error instanceof AppError && error.status < 500) return { kind: 'failed', text: reasonOf(error) };
      throw error;
    }
  }

  /** @throws CompletionFailed, 400 when the row's values do not match the template */
  private async compose(
    { id, companyId, promptId }: ServiceCampaign,
    { fillTemplate }: Opening,
    row: ClaimedRow,
  ): Promise<Content> {
    if (fillTemplate) {
      const { body, outbound } = fillTemplate(row);
      return { type: 'template', body, template: outbound };
    }
    if (promptId === null) throw new Error(`AI campaign ${id} has no prompt`);
    const details = row.fields.flatMap((value, index) => (value ? [`Campo ${index + 1}: ${value}`] : []));
    const text = await this.assistant.writeFirst(companyId, promptId, row.name, [`Nome: ${row.name}`, ...details]);
    return { type: 'chat', body: botMark + text, template: null };
  }

  private async assertUnattended({ companyId, id }: Connection, { number }: ClaimedRow): Promise<void> {
    if (await this.db.row(attendedConversation(companyId, id, number)))
      throw campaignServiceErrors.ERR_CONTACT_ATTENDED();
  }

  /** Waits for a free slot; messages of conversations have priority. */
  private async waitForSlot({ id, companyId, channel, messagesPerSecond }: Connection): Promise<void> {
    const { rates } = this.channels.get(channel);
    if (!rates) return;
    const perSecond = messagesPerSecond ?? rates.perSecond;
    const target = { companyId, connectionId: id, rates: { ...rates, perSecond } };
    for (let taken = false; !taken; ) {
      const reserved = await this.rateLimiter.reserveMany(target, 1);
      taken = reserved.taken;
      if (reserved.waitMs > 0) await wait(reserved.waitMs);
    }
  }

  /** After the commit the text may be sent. undefined: nothing must be sent. @throws ERR_CONTACT_ATTENDED */
  private async begin(
    { companyId, id, run }: ServiceCampaign,
    connection: Connection,
    row: ClaimedRow,
    { body }: Content,
  ): Promise<number | undefined> {
    if (!(await this.db.row(lockRun(companyId, id, run)))) {
      // the campaign was deactivated or changed while the model wrote
      await this.db.run(releaseRow(companyId, row));
      return undefined;
    }
    await this.assertUnattended(connection, row);
    const { number, name } = row;
    await this.contacts.upsertFromChannel({ number, name: name || null, isGroup: false });
    return (await this.db.row(beginSending(companyId, row, { connectionId: connection.id, body })))?.messageId;
  }

  private async call(
    connection: Connection,
    { number: to, attempts }: ClaimedRow,
    content: Content,
    messageId: number,
  ): Promise<RowOutcome> {
    const channel = this.channels.get(connection.channel);
    const channelConnection = this.credentials.forChannel(connection);
    const at = Date.now();
    const common = { to, messageId, media: null, quotedProviderId: null, voice: false };
    const outcome = await channel
      .send(channelConnection, { ...common, ...content })
      .catch((error: unknown): SendOutcome => {
        this.logger.error({ msg: 'first text not sent', message: messageId, reason: String(error) });
        return { ok: false, kind: 'uncertain', code: 'UNCERTAIN', text: sendingFaults.uncertain };
      });
    await this.db.runAs(connection.companyId, () => this.recordHealth(connection, channelConnection, outcome, at));
    if (outcome.ok) return { kind: channel.deliversOnSend ? 'delivered' : 'sent', providerId: outcome.providerId };
    const { kind, text, restrictsNumber = false } = outcome;
    if (kind === 'uncertain') return { kind, text };
    if (restrictsNumber) return { kind: 'wait', text, stops: true };
    if (kind === 'auth' || kind === 'rate') return { kind: 'wait', text };
    if (kind === 'retry' && attempts + 1 < maxTries) return { kind: 'wait', text, tried: true };
    return { kind: 'failed', text };
  }

  private async recordHealth(
    { id, status, troubles }: Connection,
    connection: ChannelConnection,
    outcome: SendOutcome,
    at: number,
  ): Promise<void> {
    if (!outcome.ok) return this.health.applySendFailure(connection, outcome, at);
    if (status === 'OPENING' || troubles > 0) await this.health.recordSuccess(id);
  }
}

/** The first field error of a form, because template values that do not match are field errors. */
function reasonOf({ text, options: { fields = {} } }: AppError): Localized {
  const [fault] = Object.values(fields);
  return typeof fault === 'object' ? fault : text;
}
