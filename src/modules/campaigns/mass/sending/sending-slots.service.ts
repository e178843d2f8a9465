import { setTimeout as wait } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { ChannelsService } from '../../../channels/connections/channels/channels.service.js';
import type { Connection } from '../../../channels/connections/connection.entity.js';
import { SendRateLimiterService } from '../../../channels/connections/sending/send-rate-limiter.service.js';
import { rateOf } from './pace.js';

/** The pace of connections with a rate, which campaigns of every kind share with conversations. */
@Injectable()
export class SendingSlotsService {
  constructor(
    private readonly channels: ChannelsService,
    private readonly rateLimiter: SendRateLimiterService,
  ) {}

  /**
   * Waits until `count` messages may be sent; messages of conversations have priority. Call it outside of any transaction.
   * @returns false when the process stops before
   */
  async wait(
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
}
