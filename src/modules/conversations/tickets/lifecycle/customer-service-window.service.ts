import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../core/clock.js';
import { Db } from '../../../../core/database/db.js';
import { ChannelsService } from '../../../channels/connections/channels/channels.service.js';
import type { InboxConnection } from '../../../channels/connections/inbox/inbox.queries.js';
import { remainingWindowOf } from './customer-service-window.queries.js';

const hourMs = 60 * 60 * 1000;

/** Computes until when free-form messages may be sent after the customer's last one, on channels with such a limit. */
@Injectable()
export class CustomerServiceWindowService {
  constructor(
    private readonly db: Db,
    private readonly clock: Clock,
    private readonly channels: ChannelsService,
  ) {}

  /** Whether other messages than templates may be sent now. */
  isOpen(windowUntil: Date | string | null): boolean {
    return windowUntil === null || new Date(windowUntil) > this.clock.now();
  }

  /** The end of the window that a customer's message opens; null when the channel has no window. */
  expiryAfter({ channel, replyHours }: Pick<InboxConnection, 'channel' | 'replyHours'>, sentAt: Date): Date | null {
    const { windowMs, maxWindowMs = windowMs } = this.channels.get(channel);
    if (windowMs === undefined || maxWindowMs === undefined) return null;
    const ownMs = replyHours === null ? windowMs : Math.min(replyHours * hourMs, maxWindowMs);
    return new Date(sentAt.getTime() + ownMs);
  }

  exists(channel: string): boolean {
    return this.channels.get(channel).windowMs !== undefined;
  }

  /** End of the window from the contact's tickets on the connection; the current time if they never wrote there. */
  async remaining(
    contactId: number,
    connection: { readonly id: number; readonly channel: string },
  ): Promise<Date | null> {
    if (!this.exists(connection.channel)) return null;
    const row = await this.db.row(remainingWindowOf(this.db.companyId, contactId, connection.id, this.clock.now()));
    return row ? new Date(row.until) : null;
  }
}
