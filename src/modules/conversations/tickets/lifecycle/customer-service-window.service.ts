import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../core/clock.js';
import { Db } from '../../../../core/database/db.js';
import { ChannelsService } from '../../../channels/connections/channels/channels.service.js';
import type { InboxConnection } from '../../../channels/connections/inbox/inbox.queries.js';
import { remainingWindowOf } from './customer-service-window.queries.js';

const hourMs = 60 * 60 * 1000;

/** Until when free-form messages may be sent: some time after the customer's last message, on channels with such a window. */
@Injectable()
export class CustomerServiceWindowService {
  constructor(
    private readonly db: Db,
    private readonly clock: Clock,
    private readonly channels: ChannelsService,
  ) {}

  /** Whether more than templates may be sent now. */
  isOpen(windowUntil: Date | string | null): boolean {
    return windowUntil === null || new Date(windowUntil) > this.clock.now();
  }

  /** The end of the window that a customer's message opens; null where the channel has none. */
  expiryAfter({ channel, replyHours }: Pick<InboxConnection, 'channel' | 'replyHours'>, sentAt: Date): Date | null {
    const { windowMs, maxWindowMs = windowMs } = this.channels.get(channel);
    if (windowMs === undefined || maxWindowMs === undefined) return null;
    const ownMs = replyHours === null ? windowMs : Math.min(replyHours * hourMs, maxWindowMs);
    return new Date(sentAt.getTime() + ownMs);
  }

  exists(channel: string): boolean {
    return this.channels.get(channel).windowMs !== undefined;
  }

  /** The window left from earlier tickets of the contact on the connection; closed for a customer who never wrote. */
  async remaining(
    contactId: number,
    connection: { readonly id: number; readonly channel: string },
  ): Promise<Date | null> {
    if (!this.exists(connection.channel)) return null;
    const row = await this.db.row(remainingWindowOf(this.db.companyId, contactId, connection.id, this.clock.now()));
    return row ? new Date(row.until) : null;
  }
}
