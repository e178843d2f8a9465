import { type RawBuilder, sql } from 'kysely';
import type { TicketAssignment } from '../tickets.events.js';

/** Each contact with each connection of the company, in one order. */
export const contactConnections = (companyId: number, contactIds: readonly number[]): RawBuilder<unknown> => sql`
  select w.company_id, c.contact_id, w.id as connection_id
  from connections w cross join unnest(${contactIds}::bigint[]) c (contact_id)
  where w.company_id = ${companyId} order by c.contact_id, w.id`;

/** The queue of a connection that has only one. */
export const onlyQueueOf = (companyId: number, connectionId: number): RawBuilder<{ queueId: number | null }> => sql`
  select case when count(*) = 1 then max(queue_id) end as "queueId" from connection_queues
  where company_id = ${companyId} and connection_id = ${connectionId}`;

/** The names of queue, user and, when it is another than before, connection. */
export const assigneeNames = (
  companyId: number,
  { queueId, userId }: Omit<TicketAssignment, 'status'>,
  connectionId: number | null,
): RawBuilder<{ names: string }> => sql`
  select concat_ws(' · ', (select name from queues where company_id = ${companyId} and id = ${queueId}),
    (select name from users where company_id = ${companyId} and id = ${userId}),
    (select name from connections where company_id = ${companyId} and id = ${connectionId})) as names`;
