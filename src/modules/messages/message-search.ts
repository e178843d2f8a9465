import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Context } from '../../core/context.js';
import { Db } from '../../core/database/db.js';
import { textParam } from '../../core/resource/list-query.js';
import { TicketsService } from '../tickets/tickets.service.js';
import { historyTicketIds } from './message-list.js';

/** Of a conversation so many of the newest messages are looked through, and so many hits are told. */
const walked = 20_000;
const mostHits = 1000;

export interface MessageHits {
  /** Newest first. */
  readonly ids: readonly number[];
  /** There are more than these. */
  readonly hasMore: boolean;
}

/** Where in a conversation words were written, for going from one place to the next. */
@Injectable()
export class MessageSearch {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly tickets: TicketsService,
  ) {}

  /**
   * The messages with the words, by the same words as the search over all conversations (ADR 15), in what the
   * conversation shows: itself and the contact's earlier ones. Its own messages are few enough to be compared one by one,
   * so that a word which is frequent elsewhere is found here all the same.
   * @throws 404, 403 as the conversation itself
   */
  async find(ticketId: number, query: Readonly<Record<string, unknown>>): Promise<MessageHits> {
    const ticket = await this.tickets.get(ticketId);
    const text = textParam(query, 'searchParam');
    if (text === '') return { ids: [], hasMore: false };
    const { companyId } = this.context;
    const rows = await this.db.rows<{ id: number }>(
      sql`select n.id from (
         select m.id, m.words from messages m where m.company_id = ${companyId} and m.contact_id = ${ticket.contactId}
           and m.ticket_id = any(array(${historyTicketIds(companyId, ticket)}))
         order by m.id desc limit ${sql.lit(walked)}) n
       where n.words @@ public.search_query(${companyId}, ${text}) order by n.id desc limit ${sql.lit(mostHits + 1)}`,
    );
    const ids = rows.map(({ id }) => id);
    return { ids: ids.slice(0, mostHits), hasMore: ids.length > mostHits };
  }
}
