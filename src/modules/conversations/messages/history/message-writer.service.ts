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

// A campaign's file is shared by the campaign and its messages.
shareFiles('messages');

/** Inserts messages and updates the previews of their tickets. */
@Injectable()
export class MessageWriterService {
  constructor(
    private readonly db: Db,
    private readonly preview: TicketPreviewService,
  ) {}

  /** undefined when a message with the same provider's id exists. */
  async insert(message: NewMessage): Promise<number | undefined> {
    return (await this.insertAll([message]))[0];
  }

  /** Inserts messages of different tickets and returns their ids in the same order; undefined as in {@link insert}. */
  async insertAll(messages: readonly NewMessage[]): Promise<(number | undefined)[]> {
    const rows = await this.db.rows(storeMessages(this.db.companyId, messages));
    return messages.map(({ ticketId }) => rows.find((row) => row.ticketId === ticketId)?.id);
  }

  /**
   * Adds something that was sent outside of conversations to a ticket. Its id is older than those of the ticket's
   * messages, so that the preview stays. Its file is not copied (`shareFiles`). The caller has locked the ticket.
   * false: it is already stored.
   */
  async insertSent(message: SentMessage): Promise<boolean> {
    return (await this.db.run(storeSentMessage(this.db.companyId, message))) > 0;
  }

  /** Locks the ticket's row. Whatever writes both rows locks the ticket before the message, as {@link insert} does. */
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

  /** To be called after messages were edited, deleted, erased or moved. */
  async refreshPreview(ticketIds: readonly number[]): Promise<void> {
    await this.preview.refresh(newestMessages(this.db.companyId, ticketIds));
  }
}
