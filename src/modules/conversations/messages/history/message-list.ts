import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { flagParam, invalidQuery, pageParam, type Query, textParam } from '../../../../core/resource/list-query.js';
import { countLimit, type Page } from '../../../../core/resource/page.js';
import { TicketsService } from '../../tickets/crud/tickets.service.js';
import type { TicketRow } from '../../tickets/queries/tickets.queries.js';
import type { MessageRow } from '../queries/messages.queries.js';
import { ReadReceiptsService } from '../read-receipts/read-receipts.service.js';
import { countHistory, historyAround, historyPage, searchHistory } from './message-list.queries.js';
import { MessageReaderService } from './message-reader.service.js';

const pageSize = 20;
const maxOffset = 20_000;
const maxHits = 1000;

export interface MessageHits {
  /** Newest first. */
  readonly ids: readonly number[];
  readonly hasMore: boolean;
}

/** What a page of messages has beside them. */
export interface MessagePageExtra {
  readonly ticket: TicketRow;
  /** Of a page around a message: where newer ones follow. */
  readonly cursorAfter?: string | null;
}

/** The messages of a ticket and of the contact's earlier ones on the same connection. */
@Injectable()
export class MessageList {
  constructor(
    private readonly db: Db,
    private readonly rows: MessageReaderService,
    private readonly tickets: TicketsService,
    private readonly readReceipts: ReadReceiptsService,
  ) {}

  /**
   * Newest page first, inside a page oldest to newest. `cursor` or `pageNumber`; `after=id` answers what came since, for
   * screens that missed events; `around=id` a page with the message in its middle, from where `cursor` leads back and
   * `cursorAfter`, as `after`, leads on.
   */
  async list(ticketId: number, query: Query): Promise<Page<MessageRow, MessagePageExtra>> {
    const { companyId } = this.db;
    const around = readId(query, 'around');
    if (around !== undefined) return this.around(around, ticketId);
    const after = readId(query, 'after');
    const cursor = readId(query, 'cursor');
    const offset = after || cursor ? 0 : Math.min((pageParam(query) - 1) * pageSize, maxOffset);
    const limit = after ? 200 : pageSize;
    // sent together, as in around(): one round trip
    const [ticket, found, count] = await Promise.all([
      this.tickets.get(ticketId),
      this.rows.page(historyPage(companyId, ticketId, { after, cursor, limit: limit + 1, offset })),
      this.count(ticketId),
    ]);
    const hasMore = found.length > limit;
    // newest first; going forward the surplus row is the newest, going back the oldest
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
   * Ids of the messages with the words, as the search over all tickets finds them (ADR 15). A ticket's messages are compared
   * one by one, so that a word which is frequent elsewhere is found as well. @throws 404, 403 as the ticket itself
   */
  async search(ticketId: number, query: Query): Promise<MessageHits> {
    await this.tickets.get(ticketId);
    const text = textParam(query, 'searchParam');
    if (text === '') return { ids: [], hasMore: false };
    const { companyId } = this.db;
    const rows = await this.db.rows(searchHistory(companyId, ticketId, text, maxHits + 1));
    const ids = rows.map(({ id }) => id);
    return { ids: ids.slice(0, maxHits), hasMore: ids.length > maxHits };
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
    // newest first: the surplus rows are the outermost of either side
    const rows = [...since.slice(newer ? 1 : 0), ...upTo.slice(0, half)].reverse();
    return {
      rows,
      hasMore: older,
      ...count,
      cursor: older ? String(rows[0]?.id) : null,
      extra: { cursorAfter: newer ? String(rows.at(-1)?.id) : null, ticket },
    };
  }

  /** Our screens pass `peek` and mark by POST /tickets/:id/read; for others, listing marks as read. */
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
