import { Injectable, Logger } from '@nestjs/common';
import { Db } from '../../../core/database/db.js';
import { JobHandler, type JobRun, RetryLater } from '../../../core/jobs/job.js';
import { Channels } from '../../connections/channels/channels.service.js';
import { ConnectionsService } from '../../connections/connections.service.js';
import { providerMessage } from '../outbound/outbound.queries.js';
import { PermanentRefusal, throwForOutcome } from '../outbound/send-outcome.js';
import { Reactions, SendReaction } from './reactions.service.js';

const backoff = [2, 10, 60];

@Injectable()
export class SendReactionHandler {
  private readonly logger = new Logger('Reactions');

  constructor(
    private readonly db: Db,
    private readonly channels: Channels,
    private readonly connections: ConnectionsService,
    private readonly reactions: Reactions,
  ) {}

  /** Repeating a reaction is harmless: without an answer it is sent again. */
  @JobHandler(SendReaction, { transactional: false, backoff })
  async perform(payload: SendReaction['payload'], { companyId = 0, attempt }: JobRun): Promise<void> {
    const { messageId, emoji } = payload;
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
      await this.db.runAs(companyId, () => this.reactions.revert(payload));
    }
  }

  private async find(messageId: number) {
    const message = await this.db.row(providerMessage(this.db.companyId, messageId));
    if (!message?.targetProviderId) return undefined;
    const { whatsappId, to, targetProviderId } = message;
    return { connection: await this.connections.forChannel(whatsappId), to, targetProviderId };
  }
}
