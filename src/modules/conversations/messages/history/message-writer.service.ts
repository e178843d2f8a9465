import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { InTransaction } from '../../../../core/events/event.js';
import { shareFiles } from '../../../../core/storage/remove-files.job.js';
import { TicketPreviewService } from '../../tickets/preview/ticket-preview.service.js';
import { TicketMessagesMoved } from '../../tickets/tickets.events.js';
import {
  lockTicketOfMessage,
  lockTicketsOfMessages,
  type NewMessage,
  newestMessages,
  type SentMessage,
  storeMessages,
  storeSentMessage,
} from './message-writer.queries.js';

// a campaign's with the campaign and with one another
shareFiles('messages');

/** Inserts messages, and keeps the previews of their tickets. */
@Injectable()
export class MessageWriterService {
  constructor(
    private readonly db: Db,
    private readonly preview: TicketPreviewService,
  ) {}

  /** undefined when a message with the provider's id exists. */
  async insert(message: NewMessage): Promise<number | undefined> {
    return (await this.insertAll([message]))[0];
  }

  /** Messages of different tickets: their ids in the same order, undefined as of {@link insert}. */
  async insertAll(messages: readonly NewMessage[]): Promise<(number | undefined)[]> {
    const rows = await this.db.rows(storeMessages(this.db.companyId, messages));
    return messages.map(({ ticketId }) => rows.find((row) => row.ticketId === ticketId)?.id);
  }

  /**
   * Stores what was sent beside conversations as a message of one; its id is older than those of the ticket's messages, so
   * that the preview stays. Its file is not copied (`shareFiles`). The caller holds the lock of the ticket. false: it is stored.
   */
  async insertSent(message: SentMessage): Promise<boolean> {
    return (await this.db.run(storeSentMessage(this.db.companyId, message))) > 0;
  }

  /** Locks the ticket row before the message row: one lock order for everything that writes both, as in {@link insert}. */
  async lockTicketOf(messageId: number): Promise<void> {
    await this.db.rows(lockTicketOfMessage(this.db.companyId, messageId));
  }

  async lockTicketsOf(messageIds: readonly number[]): Promise<void> {
    await this.db.rows(lockTicketsOfMessages(this.db.companyId, messageIds));
  }

  @InTransaction(TicketMessagesMoved)
  async ticketMessagesMoved({ ticketId }: TicketMessagesMoved): Promise<void> {
    await this.refreshPreview([ticketId]);
  }

  /** After messages were edited, deleted, erased or moved. */
  async refreshPreview(ticketIds: readonly number[]): Promise<void> {
    await this.preview.refresh(newestMessages(this.db.companyId, ticketIds));
  }
}
