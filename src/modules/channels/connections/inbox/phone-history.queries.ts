import { sql } from 'kysely';
import { listed, type Statement } from '../../../../core/database/statements.js';
import type { InboundMessage } from '../channels/channel.js';
import type { ConnectionNotice } from '../connection.entity.js';

/** How many ids are kept for the messages of a history: six months of about 1,600 messages a day. */
const reservedIds = 300_000;

/** Notes the request of a manager; nothing of it is there yet. @returns the progress of an earlier one */
export const noteHistoryRequest = (companyId: number, id: number): Statement<{ progress: number | null }> => sql`
  update connections c set history_requested_at = now(), history_progress = 0, updated_at = now()
  from (select id, history_progress as progress from connections where company_id = ${companyId} and id = ${id} for update) e
  where c.company_id = ${companyId} and c.id = e.id returning e.progress`;

/** The provider has refused the request: what an earlier one brought stays complete. */
export const restoreHistoryProgress = (companyId: number, id: number, progress: number | null): Statement => sql`
  update connections set history_progress = ${progress}, updated_at = now() where company_id = ${companyId} and id = ${id}`;

/** No id is reserved, or none is left. */
const withoutIds = sql`(history_next_id is null or history_next_id > history_last_id)`;

/**
 * Reserves ids for the messages, unless an earlier request left some: lower than those of messages that are received from now on, as conversations are
 * in the order of ids. Other messages may take ids meanwhile, so the longest run without a gap is kept.
 */
export const reserveHistoryIds = (companyId: number, id: number): Statement => sql`
  with ids as materialized (
    select nextval('messages_id_seq') as id, n from generate_series(1, ${sql.lit(reservedIds)}) n
    where exists (select from connections where company_id = ${companyId} and id = ${id} and ${withoutIds})),
  run as (select min(i.id) as first, max(i.id) as last from ids i group by i.id - i.n order by count(*) desc limit 1)
  update connections c set history_next_id = r.first, history_last_id = r.last from run r
  where c.company_id = ${companyId} and c.id = ${id} and ${withoutIds}`;

/** No row unless the history was asked for. @param error why there is none */
export const storeHistoryProgress = (
  companyId: number,
  id: number,
  progress: number | null,
  error: ConnectionNotice | null,
): Statement<{ progress: number }> => sql`
  update connections set history_progress = greatest(history_progress, ${progress}::smallint),
    warning = coalesce(${error && JSON.stringify(error)}::jsonb, warning), updated_at = now()
  where company_id = ${companyId} and id = ${id} and history_requested_at is not null
  returning history_progress as progress`;

/** Stores messages that wait until the whole history is there. */
export const insertHistory = (
  companyId: number,
  connectionId: number,
  messages: readonly InboundMessage[],
): Statement => sql`
  insert into inbox_events (company_id, connection_id, event_id, payload)
  select ${companyId}, ${connectionId}, e.id, e.payload
  from ${listed('e', {
    id: ['text', messages.map(({ eventId }) => eventId)],
    payload: ['jsonb', messages.map((message) => JSON.stringify(message))],
  })} order by e.position
  on conflict (connection_id, event_id) do nothing`;

export const customerWithHistory = (companyId: number, connectionId: number): Statement<{ from: string }> => sql`
  select payload->>'from' as from from inbox_events
  where company_id = ${companyId} and connection_id = ${connectionId} and processed_at is null and payload ? 'history'
  order by payload->>'from' limit 1`;

/** Oldest first; a message with its file comes before its placeholder. */
export const historyOfCustomer = (
  companyId: number,
  connectionId: number,
  from: string,
  limit: number,
): Statement<{ id: number }> => sql`
  select id from inbox_events
  where company_id = ${companyId} and connection_id = ${connectionId} and processed_at is null and payload ? 'history'
    and payload->>'from' = ${from}
  order by (payload->>'timestamp')::bigint, payload->>'providerId', length(event_id) limit ${sql.lit(limit)}`;

/** Takes some of the reserved ids, which follow one another; no row when none is left. */
export const takeHistoryIds = (
  companyId: number,
  id: number,
  count: number,
): Statement<{ first: number; taken: number }> => sql`
  update connections c set history_next_id = o.first + o.taken
  from (select id, history_next_id as first, least(${count}::bigint, history_last_id - history_next_id + 1)::int as taken
    from connections where company_id = ${companyId} and id = ${id} for update) o
  where c.company_id = ${companyId} and c.id = o.id and o.taken > 0 returning o.first, o.taken`;
