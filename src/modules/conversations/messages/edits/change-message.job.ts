import { Injectable, Logger } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import type { Localized } from '../../../../core/i18n.js';
import { defineJob, JobHandler, type JobRun, OnDiscard, RetryLater } from '../../../../core/jobs/job.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import { ChannelsService } from '../../../channels/connections/channels/channels.service.js';
import { connectionErrors } from '../../../channels/connections/connections.errors.js';
import { ConnectionsService } from '../../../channels/connections/crud/connections.service.js';
import { deliveryErrorTexts } from '../messages.errors.js';
import { type ProviderMessage, providerMessage } from '../outbound/outbound.queries.js';
import { PermanentRefusal, throwForOutcome } from '../outbound/send-outcome.js';
import { MessageEditStoreService } from './message-edit-store.service.js';
import type { ChangeRefusal } from './message-edits.queries.js';

/** Sends an edit or a deletion to the provider. `body` is the new text; null deletes. */
export class ChangeMessage extends defineJob<{ messageId: number; body: string | null }>('change-message') {}

const backoff = [2, 10, 60];
/** Interval for checking whether the message itself has been sent. */
const unsettledMs = 60_000;
const unsettled: readonly string[] = ['queued', 'sending', 'uncertain'];

@Injectable()
export class ChangeMessageHandler {
  private readonly logger = new Logger('Changes');

  constructor(
    private readonly db: Db,
    private readonly jobs: Jobs,
    private readonly channels: ChannelsService,
    private readonly connections: ConnectionsService,
    private readonly store: MessageEditStoreService,
  ) {}

  /**
   * The job has the recipient's ordering key, so it runs after the message's own. A change without an answer is sent
   * again, as repeating it is harmless. While the message's delivery is uncertain, the job waits without an ordering
   * key.
   */
  @JobHandler(ChangeMessage, { inWeb: true, transactional: false, backoff })
  async perform(payload: ChangeMessage['payload'], { companyId = 0, attempt }: JobRun): Promise<void> {
    const { messageId, body } = payload;
    const message = await this.db.runAs(companyId, () => this.db.row(providerMessage(companyId, messageId)));
    if (!message) return;
    if (unsettled.includes(message.status)) {
      const runAt = new Date(Date.now() + unsettledMs);
      return this.db.runAs(companyId, () => this.jobs.add(ChangeMessage, payload, { runAt }));
    }
    try {
      if (message.status !== 'withdrawn' && message.status !== 'failed')
        await this.sendToProvider(companyId, message, body);
      await this.db.runAs(companyId, () => this.store.confirm(messageId, body));
    } catch (error) {
      const refused = error instanceof PermanentRefusal;
      if (error instanceof RetryLater || (!refused && attempt <= backoff.length)) throw error;
      this.logger.warn({ msg: 'change of a message not accepted', messageId, reason: String(error) });
      const text = refused ? error.text : deliveryErrorTexts.unchanged;
      await this.db.runAs(companyId, () => this.store.revert(messageId, body, refusal(body, text)));
    }
  }

  @OnDiscard(ChangeMessage)
  async discarded({ messageId, body }: ChangeMessage['payload']): Promise<void> {
    await this.store.revert(messageId, body, refusal(body, deliveryErrorTexts.unchanged));
  }

  private async sendToProvider(
    companyId: number,
    { connectionId, to, targetProviderId }: ProviderMessage,
    body: string | null,
  ): Promise<void> {
    if (targetProviderId === null) throw new PermanentRefusal(deliveryErrorTexts.unchanged);
    const connection = await this.db.runAs(companyId, () => this.connections.forChannel(connectionId));
    const channel = this.channels.get(connection.channel);
    const target = { to, targetProviderId };
    const outcome = await (body === null
      ? channel.delete?.(connection, target)
      : channel.edit?.(connection, { ...target, body }));
    if (!outcome) throw new PermanentRefusal(connectionErrors.ERR_CHANNEL_CANNOT().text);
    throwForOutcome(outcome);
  }
}

const refusal = (body: string | null, text: Localized): ChangeRefusal => ({
  code: body === null ? 'ERR_DELETE_WAPP_MSG' : 'ERR_EDIT_WAPP_MSG',
  text,
});
