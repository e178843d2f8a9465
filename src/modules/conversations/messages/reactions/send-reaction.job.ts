import { Injectable, Logger } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { defineJob, JobHandler, type JobRun, RetryLater } from '../../../../core/jobs/job.js';
import { ChannelsService } from '../../../channels/connections/channels/channels.service.js';
import { ConnectionsService } from '../../../channels/connections/crud/connections.service.js';
import { providerMessage } from '../outbound/outbound.queries.js';
import { PermanentRefusal, throwForOutcome } from '../outbound/send-outcome.js';
import { ReactionStoreService } from './reaction-store.service.js';

/** Sends our reaction to the provider, and restores `previous` when the provider refuses it. */
export class SendReaction extends defineJob<{ messageId: number; emoji: string | null; previous: string | null }>(
  'send-reaction',
) {}

const backoff = [2, 10, 60];

@Injectable()
export class SendReactionHandler {
  private readonly logger = new Logger('Reactions');

  constructor(
    private readonly db: Db,
    private readonly channels: ChannelsService,
    private readonly connections: ConnectionsService,
    private readonly store: ReactionStoreService,
  ) {}

  /** A request without an answer is repeated, as repeating a reaction is harmless. */
  @JobHandler(SendReaction, { inWeb: true, transactional: false, backoff })
  async perform(payload: SendReaction['payload'], { companyId = 0, attempt }: JobRun): Promise<void> {
    const { messageId, emoji, previous } = payload;
    try {
      const found = await this.db.runAs(companyId, () => this.find(messageId));
      if (!found) return;
      const { connection, ...target } = found;
      const outcome = await this.channels.get(connection.channel).react?.(connection, { ...target, emoji });
      if (outcome) throwForOutcome(outcome);
    } catch (error) {
      if (error instanceof RetryLater || (!(error instanceof PermanentRefusal) && attempt <= backoff.length))
        throw error;
      this.logger.warn({ msg: 'reaction not sent', messageId, reason: String(error) });
      await this.db.runAs(companyId, () => this.store.revertOwn(messageId, emoji, previous));
    }
  }

  private async find(messageId: number) {
    const message = await this.db.row(providerMessage(this.db.companyId, messageId));
    if (!message?.targetProviderId) return undefined;
    const { connectionId, to, targetProviderId } = message;
    return { connection: await this.connections.forChannel(connectionId), to, targetProviderId };
  }
}
