import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Clock } from '../../../core/clock.js';
import { Db } from '../../../core/database/db.js';
import { Channels } from '../../connections/channels/channels.service.js';

/** Until when free-form messages may be sent: some time after the customer's last message, on channels with such a window. */
@Injectable()
export class CustomerServiceWindow {
  constructor(
    private readonly db: Db,
    private readonly clock: Clock,
    private readonly channels: Channels,
  ) {}

  /** Whether more than templates may be sent now. */
  isOpen(windowUntil: Date | string | null): boolean {
    return windowUntil === null || new Date(windowUntil) > this.clock.now();
  }

  /** The end of the window that a customer's message opens; null where the channel has none. */
  expiryAfter(channel: string, sentAt: Date): Date | null {
    const { windowMs } = this.channels.get(channel);
    return windowMs === undefined ? null : new Date(sentAt.getTime() + windowMs);
  }

  /** The window left from earlier tickets of the contact on the connection; closed for a customer who never wrote. */
  async remaining(
    contactId: number,
    connection: { readonly id: number; readonly channel: string },
  ): Promise<Date | null> {
    if (this.channels.get(connection.channel).windowMs === undefined) return null;
    const row = await this.db.row<{ until: string | null }>(sql`
      select max(window_until) as until from tickets where company_id = ${this.db.companyId}
       and contact_id = ${contactId} and whatsapp_id = ${connection.id}`);
    return row?.until ? new Date(row.until) : this.clock.now();
  }
}
