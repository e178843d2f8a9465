import { Injectable } from '@nestjs/common';
import type { RawBuilder } from 'kysely';
import { Db } from '../../../../core/database/db.js';
import { Events } from '../../../../core/events/events.js';
import { TicketChanged, TicketRead } from '../tickets.events.js';
import {
  clearUnread,
  countUnread,
  lockPurgeableTickets,
  lockTickets,
  previewNewest,
  setPurged,
} from './ticket-preview.queries.js';

/** Fields of a ticket about its messages: the newest one, the unread counter, and until when messages were purged. */
@Injectable()
export class TicketPreviewService {
  constructor(
    private readonly db: Db,
    private readonly events: Events,
  ) {}

  /** Locks the ticket's row until the commit. @param ticketId a number, or a subselect */
  async lock(ticketId: number | RawBuilder<unknown>): Promise<void> {
    await this.db.rows(lockTickets(this.db.companyId, ticketId));
  }

  /** @param newest as {@link previewNewest} */
  async refresh(newest: RawBuilder<unknown>): Promise<void> {
    await this.db.run(previewNewest(newest));
  }

  async markRead(ticketId: number): Promise<void> {
    await this.clearUnread([ticketId]);
    this.events.emit(new TicketRead({ companyId: this.db.companyId, ticketId }));
  }

  /** Emits no event: the caller emits the change. */
  async clearUnread(ticketIds: readonly number[]): Promise<void> {
    await this.db.run(clearUnread(this.db.companyId, ticketIds));
  }

  async markUnread(ticketId: number): Promise<void> {
    const { companyId } = this.db;
    await this.db.run(countUnread(companyId, ticketId));
    this.events.emit(new TicketChanged({ companyId, ticketId }));
  }

  /** Locks closed tickets with messages older than these months, which are to be purged; the oldest come first. */
  async lockPurgeable(months: number, limit: number): Promise<number[]> {
    const rows = await this.db.rows(lockPurgeableTickets(this.db.companyId, months, limit));
    return rows.map(({ id }) => id);
  }

  /** Records that messages older than these months were purged. */
  async setPurged(ticketIds: readonly number[], months: number): Promise<void> {
    await this.db.run(setPurged(this.db.companyId, ticketIds, months));
  }
}
