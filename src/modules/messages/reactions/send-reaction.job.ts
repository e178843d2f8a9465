import { Injectable, Logger } from '@nestjs/common';
import { sql } from 'kysely';
import { Context } from '../../../core/context.js';
import { Db } from '../../../core/database/db.js';
import { defineJob, JobHandler, type JobRun, RetryLater } from '../../../core/jobs/job.js';
import type { ChannelConnection, SendOutcome } from '../../connections/channels/channel.js';
import { Channels } from '../../connections/channels/channels.service.js';
import { ConnectionsService } from '../../connections/connections.service.js';
import { OwnReactions } from './own-reactions.service.js';

/** Hands our reaction to the provider; `previous` is what stands again when it does not take it. */
export class SendReaction extends defineJob<{ messageId: number; emoji: string | null; previous: string | null }>(
  'send-reaction',
) {}

interface Target {
  whatsappId: number;
  to: string;
  targetProviderId: string | null;
}

const backoff = [2, 10, 60];

@Injectable()
export class SendReactionHandler {
  private readonly logger = new Logger('Reactions');

  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly channels: Channels,
    private readonly connections: ConnectionsService,
    private readonly reactions: OwnReactions,
  ) {}

  /** The same reaction twice is one, so that nothing is ever uncertain: what got no answer is sent again. */
  @JobHandler(SendReaction, { transactional: false, backoff })
  async perform(
    { messageId, emoji, previous }: SendReaction['payload'],
    { companyId = 0, attempt }: JobRun,
  ): Promise<void> {
    try {
      const found = await this.db.runAs(companyId, () => this.target(messageId));
      if (!found) return;
      const { connection, to, targetProviderId } = found;
      const outcome = await this.channels.get(connection.channel).react?.(connection, { to, targetProviderId, emoji });
      if (!outcome || outcome.ok) return;
      await this.throwFor(outcome);
    } catch (error) {
      if (error instanceof RetryLater || (!(error instanceof Refused) && attempt <= backoff.length)) throw error;
      this.logger.warn({ msg: 'reaction not sent', messageId, reason: String(error) });
      await this.db.runAs(companyId, () => this.reactions.revert(messageId, emoji, previous));
    }
  }

  private async throwFor(outcome: Extract<SendOutcome, { ok: false }>): Promise<never> {
    const reason = `${outcome.code} ${outcome.text.en}`;
    if (outcome.kind === 'rate') throw new RetryLater(outcome.retryAfterMs ?? 6_000, outcome.code);
    throw outcome.kind === 'permanent' || outcome.kind === 'auth' ? new Refused(reason) : new Error(reason);
  }

  private async target(
    messageId: number,
  ): Promise<{ connection: ChannelConnection; to: string; targetProviderId: string } | undefined> {
    const row = await this.db.row<Target>(
      sql`select m.whatsapp_id as "whatsappId", c.number as "to", m.provider_id as "targetProviderId" from messages m
       join contacts c on c.company_id = m.company_id and c.id = m.contact_id
         where m.company_id = ${this.context.companyId} and m.id = ${messageId}`,
    );
    if (!row?.targetProviderId) return undefined;
    const { whatsappId, to, targetProviderId } = row;
    return { connection: await this.connections.forChannel(whatsappId), to, targetProviderId };
  }
}

/** The provider said no, and will say no again. */
class Refused extends Error {}
