import { Injectable, Logger } from '@nestjs/common';
import { sql } from 'kysely';
import { Context } from '../../../core/context.js';
import { Db } from '../../../core/database/db.js';
import type { Localized } from '../../../core/i18n.js';
import { defineJob, JobHandler, type JobRun, RetryLater } from '../../../core/jobs/job.js';
import { Jobs } from '../../../core/jobs/jobs.js';
import { OnDiscard } from '../../../core/jobs/on-discard.js';
import type { ChannelConnection, SendOutcome } from '../../connections/channels/channel.js';
import { Channels } from '../../connections/channels/channels.service.js';
import { connectionErrors } from '../../connections/connections.errors.js';
import { ConnectionsService } from '../../connections/connections.service.js';
import { deliveryErrorTexts } from '../messages.errors.js';
import { type ChangeRefusal, MessageEditStore } from './message-edit-store.service.js';

/** Tells the provider what became of a message of ours: `body` is its new text, null takes it back. */
export class ChangeMessage extends defineJob<{ messageId: number; body: string | null }>('change-message') {}

interface Target {
  status: string;
  whatsappId: number;
  to: string;
  targetProviderId: string | null;
}

const backoff = [2, 10, 60];
/** How often it is asked whether the message itself is settled by now. */
const unsettledMs = 60_000;
const unsettled: readonly string[] = ['queued', 'sending', 'uncertain'];

@Injectable()
export class ChangeMessageHandler {
  private readonly logger = new Logger('Changes');

  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly jobs: Jobs,
    private readonly channels: Channels,
    private readonly connections: ConnectionsService,
    private readonly store: MessageEditStore,
  ) {}

  /**
   * In the lane of its recipient, so after the sending of the message. The same change twice is one, so that nothing is
   * uncertain by itself: what got no answer is told again. While nobody knows whether the message itself went out, it
   * waits beside the lane.
   */
  @JobHandler(ChangeMessage, { transactional: false, backoff })
  async perform(payload: ChangeMessage['payload'], { companyId = 0, attempt }: JobRun): Promise<void> {
    const { messageId, body } = payload;
    const target = await this.db.runAs(companyId, () => this.target(messageId));
    if (!target) return;
    if (unsettled.includes(target.status)) {
      const runAt = new Date(Date.now() + unsettledMs);
      return this.db.runAs(companyId, () => this.jobs.add(ChangeMessage, payload, { runAt }));
    }
    try {
      // what never went out nobody has to be told about
      if (target.status !== 'withdrawn' && target.status !== 'failed')
        await this.sendToProvider(companyId, target, body);
      await this.db.runAs(companyId, () => this.store.confirm(messageId, body));
    } catch (error) {
      if (error instanceof RetryLater || (!(error instanceof Refused) && attempt <= backoff.length)) throw error;
      this.logger.warn({ msg: 'change of a message not taken', messageId, reason: String(error) });
      const text = error instanceof Refused ? error.text : deliveryErrorTexts.unchanged;
      await this.db.runAs(companyId, () => this.store.revert(messageId, body, refusal(body, text)));
    }
  }

  @OnDiscard(ChangeMessage)
  async discarded({ messageId, body }: ChangeMessage['payload']): Promise<void> {
    await this.store.revert(messageId, body, refusal(body, deliveryErrorTexts.unchanged));
  }

  private async sendToProvider(companyId: number, { whatsappId, to, targetProviderId }: Target, body: string | null) {
    if (targetProviderId === null) throw new Refused(deliveryErrorTexts.unchanged);
    const connection = await this.db.runAs(companyId, () => this.connections.forChannel(whatsappId));
    const outcome = await this.callChannel(connection, { to, targetProviderId }, body);
    if (!outcome) throw new Refused(connectionErrors.ERR_CHANNEL_CANNOT().text);
    if (outcome.ok) return;
    if (outcome.kind === 'rate') throw new RetryLater(outcome.retryAfterMs ?? 6_000, outcome.code);
    if (outcome.kind === 'permanent' || outcome.kind === 'auth') throw new Refused(outcome.text);
    throw new Error(`${outcome.code} ${outcome.text.en}`);
  }

  private async callChannel(
    connection: ChannelConnection,
    target: { to: string; targetProviderId: string },
    body: string | null,
  ): Promise<SendOutcome | undefined> {
    const channel = this.channels.get(connection.channel);
    return body === null ? channel.delete?.(connection, target) : channel.edit?.(connection, { ...target, body });
  }

  private target(messageId: number): Promise<Target | undefined> {
    return this.db.row<Target>(
      sql`select m.status, m.whatsapp_id as "whatsappId", c.number as "to", m.provider_id as "targetProviderId"
       from messages m
       join contacts c on c.company_id = m.company_id and c.id = m.contact_id
         where m.company_id = ${this.context.companyId} and m.id = ${messageId}`,
    );
  }
}

const refusal = (body: string | null, text: Localized): ChangeRefusal => ({
  code: body === null ? 'ERR_DELETE_WAPP_MSG' : 'ERR_EDIT_WAPP_MSG',
  text,
});

/** The provider said no, and will say no again. */
class Refused extends Error {
  constructor(readonly text: Localized) {
    super(text.en);
  }
}
