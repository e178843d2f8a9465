import { setTimeout as wait } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type {
  ChannelConnection,
  OutboundMessage,
  SendOutcome,
} from '../../../channels/connections/channels/channel.js';
import { ChannelsService } from '../../../channels/connections/channels/channels.service.js';
import type { Connection } from '../../../channels/connections/connection.entity.js';
import { SendRateLimiterService } from '../../../channels/connections/sending/send-rate-limiter.service.js';
import { rateOf } from './pace.js';

type Content = Pick<OutboundMessage, 'type' | 'body' | 'media' | 'template'>;

interface Destination {
  readonly to: string;
  /** Correlation ids at the provider, of the message and of each file before it. */
  readonly messageId: number;
  readonly fileIds: readonly number[];
}

/** How campaigns of every kind send: at the pace of the connection, which they share with conversations. */
@Injectable()
export class ChannelSenderService {
  constructor(
    private readonly channels: ChannelsService,
    private readonly rateLimiter: SendRateLimiterService,
  ) {}

  /**
   * Waits until `count` messages may be sent; messages of conversations have priority. Call it outside of any transaction.
   * @returns false when the process stops before
   */
  async waitForTurn(
    connection: Pick<Connection, 'id' | 'companyId' | 'channel' | 'messagesPerSecond'>,
    count: number,
    stopping?: AbortSignal,
  ): Promise<boolean> {
    const { id: connectionId, companyId, channel } = connection;
    const { rates } = this.channels.get(channel);
    const rate = rateOf(connection, rates);
    if (!rates || !rate) return true;
    const target = { companyId, connectionId, rates: { ...rates, perSecond: rate.perSecond } };
    while (!stopping?.aborted) {
      const { taken, waitMs, everyMs } = await this.rateLimiter.reserveMany(target, count);
      const untilLastMs = taken ? waitMs + (count - 1) * everyMs : waitMs;
      if (untilLastMs > 0) await wait(untilLastMs);
      if (taken) return true;
    }
    return false;
  }

  /** Calls the channel for one recipient: first for the files in order, then for the message. */
  async send(
    connection: ChannelConnection,
    files: readonly (Content | null)[],
    message: Content,
    { to, messageId, fileIds }: Destination,
  ): Promise<SendOutcome> {
    const channel = this.channels.get(connection.channel);
    const common = { to, quotedProviderId: null, voice: false };
    for (const [index, file] of files.entries()) {
      const id = fileIds[index];
      if (!file) continue;
      if (id === undefined) throw new Error(`Shipment ${messageId} has no id for file ${index}`);
      const outcome = await channel.send(connection, { ...common, ...file, messageId: id });
      if (!outcome.ok) return outcome;
    }
    return channel.send(connection, { ...common, ...message, messageId });
  }
}
