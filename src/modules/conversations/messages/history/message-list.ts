import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { flagParam, invalidQuery, pageParam, type Query, textParam } from '../../../../core/resource/list-query.js';
import { countLimit, type Page } from '../../../../core/resource/page.js';
import { TicketsService } from '../../tickets/crud/tickets.service.js';
import type { TicketRow } from '../../tickets/queries/tickets.queries.js';
import type { MessageRow } from '../queries/messages.queries.js';
import { ReadReceiptsService } from '../read-receipts/read-receipts.service.js';
import { countHistory, historyAround, historyPage, type MessageHit, searchHistory } from './message-list.queries.js';
import { MessageReaderService } from './message-reader.service.js';

const pageSize = 20;
const maxOffset = 20_000;
const maxHits = 1000;

export interface MessageHits {
  /** Of messages, the newest first. */
  readonly ids: readonly number[];
  /** Messages and notes, the newest first. */
  readonly hits: readonly MessageHit[];
  readonly hasMore: boolean;
}

/** Fields of a page of messages in addition to the messages. */
export interface MessagePageExtra {
  readonly ticket: TicketRow;
  /** For a page around a message: cursor of the newer messages; null when there are none. */
  readonly cursorAfter?: string | null;
}

/** Lists the messages of a ticket together with those of the contact's earlier tickets on the same connection. */
@Injectable()
export class MessageList {
  constructor(
    private readonly db: Db,
    private readonly rows: MessageReaderService,
    private readonly tickets: TicketsService,
    private readonly readReceipts: ReadReceiptsService,
  ) {}

  /**
   * The newest page comes first; inside a page messages are in order. Pages are selected by `cursor` or `pageNumber`.
   * `after=id` returns newer messages, for screens that missed events. `around=id` returns a page with this message in
   * its middle; `cursor` leads to older messages, `cursorAfter` (as `after`) to newer ones.
   */
  async list(ticketId: number, query: Query): Promise<Page<MessageRow, MessagePageExtra>> {
    const { companyId } = this.db;
    const around = readId(query, 'around');
    if (around !== undefined) return this.around(around, ticketId);
    const after = readId(query, 'after');
    const cursor = readId(query, 'cursor');
    const offset = after || cursor ? 0 : Math.min((pageParam(query) - 1) * pageSize, maxOffset);
    const limit = after ? 200 : pageSize;
    // queries that start together share a round trip, also in around()
    const [ticket, found, count] = await Promise.all([
      this.tickets.get(ticketId),
      this.rows.page(historyPage(companyId, ticketId, { after, cursor, limit: limit + 1, offset })),
      this.count(ticketId),
    ]);
    const hasMore = found.length > limit;
    // rows are newest first: the surplus row is the first one with `after`, otherwise the last one
    const rows = (hasMore ? (after ? found.slice(1) : found.slice(0, limit)) : found).reverse();
    await this.markReadForLegacyClients(ticket, query);
    return {
      rows,
      hasMore,
      ...count,
      cursor: hasMore && !after ? String(rows[0]?.id) : null,
      extra: { ticket },
    };
  }

  /**
   * The ticket's messages and notes with the words; a word matches as in the search over all tickets (ADR 15). The
   * messages are compared one by one, so that words which are frequent elsewhere are found as well. @throws 404, 403 as
   * for the ticket
   */
  async search(ticketId: number, query: Query): Promise<MessageHits> {
    await this.tickets.get(ticketId);
    const text = textParam(query, 'searchParam');
    if (text === '') return { ids: [], hits: [], hasMore: false };
    const { companyId } = this.db;
    const rows = await this.db.rows(searchHistory(companyId, ticketId, text, maxHits + 1));
    const hits = rows.slice(0, maxHits);
    return { ids: hits.flatMap(({ messageId }) => messageId ?? []), hits, hasMore: rows.length > maxHits };
  }

  private async around(id: number, ticketId: number): Promise<Page<MessageRow, MessagePageExtra>> {
    const { companyId } = this.db;
    const half = pageSize / 2;
    const [ticket, found, count] = await Promise.all([
      this.tickets.get(ticketId),
      this.rows.page(historyAround(companyId, ticketId, id, half + 1)),
      this.count(ticketId),
    ]);
    const upTo = found.filter((row) => row.id <= id);
    const since = found.filter((row) => row.id > id);
    const older = upTo.length > half;
    const newer = since.length > half;
    // rows are newest first: the surplus rows are at both ends
    const rows = [...since.slice(newer ? 1 : 0), ...upTo.slice(0, half)].reverse();
    return {
      rows,
      hasMore: older,
      ...count,
      cursor: older ? String(rows[0]?.id) : null,
      extra: { cursorAfter: newer ? String(rows.at(-1)?.id) : null, ticket },
    };
  }

  /** Our screens send `peek` and POST /tickets/:id/read. For other clients listing marks the messages read. */
  private async markReadForLegacyClients(ticket: TicketRow, query: Query): Promise<void> {
    const legacy = !flagParam(query, 'peek') && query['cursor'] === undefined && query['after'] === undefined;
    if (legacy && ticket.unreadMessages > 0) await this.readReceipts.markRead(ticket.id);
  }

  private async count(ticketId: number): Promise<{ count: number; countIsMinimum?: boolean }> {
    const row = await this.db.row(countHistory(this.db.companyId, ticketId, countLimit + 1));
    const count = row?.count ?? 0;
    return count > countLimit ? { count: countLimit, countIsMinimum: true } : { count };
  }
}

function readId(query: Query, name: string): number | undefined {
  const text = textParam(query, name);
  if (text === '') return undefined;
  return /^\d{1,15}$/.test(text) ? Number(text) : invalidQuery(name);
}
