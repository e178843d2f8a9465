import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { Context } from '../../core/context.js';
import { Db } from '../../core/database/db.js';
import { flagParam, invalidQuery, pageParam, textParam } from '../../core/resource/list-query.js';
import { countLimit, type Page } from '../../core/resource/page.js';
import type { TicketRow } from '../tickets/tickets.queries.js';
import { TicketsService } from '../tickets/tickets.service.js';
import { MessageQueries, type MessageRow } from './messages.queries.js';
import { ReadReceipts } from './read-receipts/read-receipts.service.js';

const pageSize = 20;
const maxOffset = 20_000;

type Query = Readonly<Record<string, unknown>>;

/** The conversation itself and the contact's earlier ones on the same connection. */
export const historyTicketIds = (
  companyId: number,
  { id, contactId, whatsappId }: Pick<TicketRow, 'id' | 'contactId' | 'whatsappId'>,
): RawBuilder<{ id: number }> =>
  sql`select h.id from tickets h where h.company_id = ${companyId} and h.contact_id = ${contactId}
    and h.whatsapp_id = ${whatsappId} and h.id <= ${id} order by h.id desc limit 200`;

/** The messages of a conversation, continued into the contact's earlier ones on the same connection. */
@Injectable()
export class MessageList {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly rows: MessageQueries,
    private readonly tickets: TicketsService,
    private readonly readReceipts: ReadReceipts,
  ) {}

  /**
   * Newest page first, inside a page oldest to newest. `cursor` or `pageNumber`; `after=id` answers what came since, for
   * screens that missed events; `around=id` a page with the message in its middle, from where `cursor` leads back and
   * `cursorAfter`, as `after`, leads on.
   */
  async list(ticketId: number, query: Query): Promise<Page<MessageRow>> {
    const ticket = await this.tickets.get(ticketId);
    const { companyId } = this.context;
    const from = sql`from messages m where m.company_id = ${companyId} and m.contact_id = ${ticket.contactId}
      and m.ticket_id = any(array(${historyTicketIds(companyId, ticket)}))`;
    const around = readId(query, 'around');
    if (around !== undefined) return this.around(around, ticket, from);
    const after = readId(query, 'after');
    const cursor = readId(query, 'cursor');
    const bound = after ? sql`and m.id > ${after}` : cursor ? sql`and m.id < ${cursor}` : undefined;
    const offset = after || cursor ? 0 : Math.min((pageParam(query) - 1) * pageSize, maxOffset);
    const limit = after ? 200 : pageSize;
    const found = await this.rows.page(
      sql`select m.* ${from} ${bound ?? sql``} order by m.id ${after ? sql`asc` : sql`desc`}
       limit ${sql.lit(limit + 1)} offset ${offset}`,
    );
    const hasMore = found.length > limit;
    // newest first; going forward the surplus row is the newest, going back the oldest
    const rows = (hasMore ? (after ? found.slice(1) : found.slice(0, limit)) : found).reverse();
    await this.markForOlderClients(ticket, query);
    const complete = !hasMore && !bound && (rows.length > 0 || offset === 0);
    return {
      rows,
      hasMore,
      ...(complete ? { count: offset + rows.length } : await this.count(from)),
      cursor: hasMore && !after ? String(rows[0]?.id) : null,
      extra: { ticket },
    };
  }

  private async around(id: number, ticket: TicketRow, from: RawBuilder<unknown>): Promise<Page<MessageRow>> {
    const half = pageSize / 2;
    const found = await this.rows.page(
      sql`(select m.* ${from} and m.id <= ${id} order by m.id desc limit ${sql.lit(half + 1)})
       union all (select m.* ${from} and m.id > ${id} order by m.id limit ${sql.lit(half + 1)})`,
    );
    const upTo = found.filter((row) => row.id <= id);
    const since = found.filter((row) => row.id > id);
    const older = upTo.length > half;
    const newer = since.length > half;
    // newest first: the surplus rows are the outermost of either side
    const rows = [...since.slice(newer ? 1 : 0), ...upTo.slice(0, half)].reverse();
    return {
      rows,
      hasMore: older,
      ...(older || newer ? await this.count(from) : { count: rows.length }),
      cursor: older ? String(rows[0]?.id) : null,
      extra: { cursorAfter: newer ? String(rows.at(-1)?.id) : null, ticket },
    };
  }

  /** Our own screens say `peek` and mark by POST /tickets/:id/read; others mark by reading. */
  private async markForOlderClients(ticket: TicketRow, query: Query): Promise<void> {
    const older = !flagParam(query, 'peek') && query['cursor'] === undefined && query['after'] === undefined;
    if (older && ticket.unreadMessages > 0) await this.readReceipts.markRead(ticket.id);
  }

  private async count(from: RawBuilder<unknown>): Promise<{ count: number; countIsMinimum?: boolean }> {
    const row = await this.db.row<{ count: number }>(
      sql`select count(*) from (select 1 ${from} limit ${sql.lit(countLimit + 1)}) x`,
    );
    const count = row?.count ?? 0;
    return count > countLimit ? { count: countLimit, countIsMinimum: true } : { count };
  }
}

function readId(query: Query, name: string): number | undefined {
  const text = textParam(query, name);
  if (text === '') return undefined;
  return /^\d{1,15}$/.test(text) ? Number(text) : invalidQuery(name);
}
