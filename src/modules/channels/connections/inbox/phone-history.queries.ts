import { sql } from 'kysely';
import { listed, type Statement } from '../../../../core/database/statements.js';
import type { InboundMessage } from '../channels/channel.js';
import type { ConnectionNotice } from '../connection.entity.js';

/** How many ids are kept free for the messages of a history. */
const reservedIds = 1_000_000;

/**
 * Notes the request and reserves ids for the messages, lower than those of messages that are received from now on, as
 * conversations are in the order of ids. A repeated request keeps the ids.
 */
export const noteHistoryRequest = (companyId: number, id: number): Statement => sql`
  update connections set history_requested_at = now(), history_progress = coalesce(history_progress, 0),
    history_next_id = coalesce(history_next_id,
      setval('messages_id_seq', nextval('messages_id_seq') + ${sql.lit(reservedIds)}) - ${sql.lit(reservedIds)}),
    updated_at = now()
  where company_id = ${companyId} and id = ${id}`;

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

/** Takes ids from those that were reserved. */
export const takeHistoryIds = (companyId: number, id: number, count: number): Statement<{ first: number }> => sql`
  update connections set history_next_id = history_next_id + ${count}
  where company_id = ${companyId} and id = ${id} returning history_next_id - ${count} as first`;
