import { type RawBuilder, sql } from 'kysely';
import { offsetBy, type Statement } from '../../../../core/database/statements.js';
import { historyOf, historyTickets } from '../queries/messages.queries.js';

/** A search reads only this many of the ticket's newest messages. */
const searchedMessages = 20_000;

interface HistoryPage {
  /** Messages newer than this one, the oldest first. */
  readonly after: number | undefined;
  /** Messages older than this one. */
  readonly cursor: number | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** One of the ids is null. */
export interface MessageHit {
  readonly messageId: number | null;
  readonly noteId: number | null;
}

export function historyPage(
  companyId: number,
  ticketId: number,
  { after, cursor, limit, offset }: HistoryPage,
): RawBuilder<unknown> {
  const bound = after ? sql`and m.id > ${after}` : cursor ? sql`and m.id < ${cursor}` : sql``;
  return sql`
  select m.* ${historyOf(companyId, ticketId)} ${bound} order by m.id ${after ? sql`asc` : sql`desc`}
   limit ${sql.lit(limit)} ${offsetBy(offset)}`;
}

/** `limit` messages up to and with the message, and `limit` after it. */
export function historyAround(companyId: number, ticketId: number, id: number, limit: number): RawBuilder<unknown> {
  const from = historyOf(companyId, ticketId);
  return sql`
  (select m.* ${from} and m.id <= ${id} order by m.id desc limit ${sql.lit(limit)})
   union all (select m.* ${from} and m.id > ${id} order by m.id limit ${sql.lit(limit)})`;
}

export const searchHistory = (
  companyId: number,
  ticketId: number,
  text: string,
  limit: number,
): Statement<MessageHit> => sql`
  with searched as materialized (select public.search_query(${companyId}, ${text}) as words)
  select f.message_id as "messageId", f.note_id as "noteId" from (
    select n.id as message_id, null::bigint as note_id, n.created_at from (
      select m.id, m.words, m.created_at ${historyOf(companyId, ticketId)} order by m.id desc limit ${sql.lit(searchedMessages)}) n
    where n.words @@ (select s.words from searched s)
    union all
    (select null, n.id, n.created_at from ticket_notes n where n.company_id = ${companyId}
        and n.ticket_id = any(array(${historyTickets(companyId, ticketId)})) and n.words @@ (select s.words from searched s))) f
  order by f.created_at desc, f.message_id desc, f.note_id desc limit ${sql.lit(limit)}`;

/** Counting stops at the limit. */
export const countHistory = (companyId: number, ticketId: number, limit: number): Statement<{ count: number }> => sql`
  select count(*) from (select 1 ${historyOf(companyId, ticketId)} limit ${sql.lit(limit)}) x`;
