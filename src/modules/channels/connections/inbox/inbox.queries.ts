import { sql } from 'kysely';
import { among, type Condition, listed, type Statement } from '../../../../core/database/statements.js';
import type { InboundEvent } from '../channels/channel.js';
import type { Connection } from '../connection.entity.js';
import type { StatusList } from './inbox-event.entity.js';

export type InboxConnection = Readonly<Pick<Connection, 'id' | 'channel' | 'replyHours'>>;

export interface ProcessedEvent {
  readonly connectionId: number;
  readonly payload: InboundEvent | StatusList;
  /**
   * null for statuses, for a removed connection, and for a message that is already stored (perhaps so long ago that the
   * inbox no longer knew the event): no ticket may be opened then.
   */
  readonly connection: InboxConnection | null;
}

/** Stores events of one connection by id; the rows get its company. @param lockKeys locked until the transaction ends @returns the new events */
export const insertEvents = (
  connectionId: number,
  events: ReadonlyMap<string, InboundEvent | StatusList>,
  lockKeys: readonly string[],
): Statement<{ id: number; eventId: string }> => sql`
  with locked as materialized (
    select count(pg_advisory_xact_lock(hashtextextended(s.key, 0))) as locks
    from (select k.key from ${listed('k', { key: ['text', lockKeys] })} order by k.key) s),
  fresh as (
    insert into inbox_events (company_id, connection_id, event_id, payload)
    select c.company_id, c.id, e.id, e.payload
    from locked cross join ${listed('e', {
      id: ['text', [...events.keys()]],
      payload: ['jsonb', Array.from(events.values(), (event) => JSON.stringify(event))],
    })} cross join connections c
    where c.id = ${connectionId} and c.deleted_at is null order by e.position
    on conflict (connection_id, event_id) do nothing returning id, event_id, connection_id),
  touched as (
    update connections c set last_inbound_at = now() from (select distinct connection_id from fresh) f
    where c.id = f.connection_id and (c.last_inbound_at is null or c.last_inbound_at < now() - interval '10 seconds'))
  select id, event_id as "eventId" from fresh order by id`;

/** Replaces a list of statuses, found by its id within the row fence, by one row for each. @returns the new rows; none when the list had only one */
export const splitStatuses = (inboxId: number): Statement<{ id: number }> => sql`
  with list as (
    update inbox_events set processed_at = now(), updated_at = now()
    where id = ${inboxId} and processed_at is null and jsonb_array_length(payload->'statuses') > 1
    returning company_id, connection_id, event_id, payload->'statuses' as statuses)
  insert into inbox_events (company_id, connection_id, event_id, payload)
  select l.company_id, l.connection_id, l.event_id || ':' || s.position,
    jsonb_build_object('kind', 'statuses', 'statuses', jsonb_build_array(s.status))
  from list l cross join jsonb_array_elements(l.statuses) with ordinality s (status, position)
  returning id`;

/**
 * Marks events, found by their ids within the row fence, as processed and returns those that were not before.
 * @param alreadyStored whether the message of event `i` on connection `w` is stored
 */
export const markProcessed = (
  inboxIds: readonly number[],
  alreadyStored: Condition,
): Statement<ProcessedEvent & { readonly id: number }> => sql`
  update inbox_events i set processed_at = now(), updated_at = now()
  where ${among('i.id', inboxIds)} and i.processed_at is null
  returning i.id, i.connection_id as "connectionId", i.payload, case when i.payload->>'kind' not in ('status', 'statuses') then (
    select json_build_object('id', w.id, 'channel', w.channel, 'replyHours', w.reply_hours) from connections w
    where w.company_id = i.company_id and w.id = i.connection_id and w.deleted_at is null
      and not ${alreadyStored}) end as connection`;

/** Removes the contents of processed events of these numbers or groups. */
export const erasePayloads = (companyId: number, numbers: readonly string[]): Statement => sql`
      update inbox_events set payload = '{}' where company_id = ${companyId} and processed_at is not null
       and (coalesce(payload->'group'->>'id', payload->>'from', payload->>'recipient') = any(${numbers}::text[])
         or (payload->>'kind' = 'statuses'
           and jsonb_exists_any(jsonb_path_query_array(payload, '$.statuses[*].*'), ${numbers}::text[])))`;
