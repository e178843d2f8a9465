import { type RawBuilder, sql } from 'kysely';
import type { Statement } from '../../../../core/database/statements.js';
import type { Locale } from '../../../../core/i18n.js';
import { type ProgramRow, programColumns } from '../../../people/auth/sessions/auth.queries.js';
import type { Connection, ConnectionStatus } from '../connection.entity.js';

/** The columns from which a ChannelConnection is built. */
export type StoredChannel = Readonly<
  Pick<
    Connection,
    'id' | 'companyId' | 'channel' | 'number' | 'facebookUserId' | 'facebookPageUserId' | 'replyHours' | 'credentials'
  >
>;

/** {@link StoredChannel} as JSON, of the connection with the alias `w`. */
export const storedChannel: RawBuilder<unknown> = sql`json_build_object('id', w.id, 'companyId', w.company_id,
  'channel', w.channel, 'number', w.number, 'facebookUserId', w.facebook_user_id,
  'facebookPageUserId', w.facebook_page_user_id, 'replyHours', w.reply_hours, 'credentials', w.credentials)`;

/** The connection with an API token, and its company. */
export const connectionOfToken = (tokenHash: string): Statement<ProgramRow> =>
  sql`select w.id, w.name, '[]'::json as scopes, ${programColumns} from connections w
   join companies c on c.id = w.company_id join plans p on p.id = c.plan_id
   where w.token_hash = ${tokenHash} and w.deleted_at is null`;

export interface QueueOfConnection {
  readonly connectionId: number;
  readonly id: number;
  readonly name: string;
  readonly color: string;
}

export const queuesOf = (companyId: number, connectionIds: readonly number[]): Statement<QueueOfConnection> =>
  sql`select cq.connection_id as "connectionId", q.id, q.name, q.color from connection_queues cq
   join queues q on q.company_id = cq.company_id and q.id = cq.queue_id
   where cq.company_id = ${companyId}
     and cq.connection_id = any(${connectionIds}::bigint[]) order by q.order_queue, q.name`;

/** Removes all departments of a connection except these. */
export const removeOtherQueues = (companyId: number, connectionId: number, queueIds: readonly number[]): Statement =>
  sql`
      delete from connection_queues where company_id = ${companyId} and connection_id = ${connectionId}
       and not (queue_id = any(${queueIds}::bigint[]))`;

export const addQueues = (companyId: number, connectionId: number, queueIds: readonly number[]): Statement =>
  sql`
      insert into connection_queues (company_id, connection_id, queue_id) select ${companyId}, ${connectionId},
       unnest(${queueIds}::bigint[])
       on conflict (company_id, connection_id, queue_id) do nothing`;

/** Removed connections no longer transfer tickets to the department, nor give it those that begin out of hours. */
export const clearTransferQueue = (companyId: number, queueId: number): Statement =>
  sql`update connections set transfer_queue_id = nullif(transfer_queue_id, ${queueId}),
        out_of_hours_queue_id = nullif(out_of_hours_queue_id, ${queueId})
      where company_id = ${companyId} and ${queueId} in (transfer_queue_id, out_of_hours_queue_id)
        and deleted_at is not null`;

/** Stores the status that listeners were last notified of; changes nothing if it is the same. */
export const noteToldStatus = (companyId: number, id: number, status: ConnectionStatus): Statement =>
  sql`update connections set notified_status = ${status}
       where company_id = ${companyId} and id = ${id} and notified_status is distinct from ${status}`;

export const administratorsOf = (companyId: number, limit: number): Statement<{ id: number }> =>
  sql`select id from users where company_id = ${companyId} and profile = 'admin' and active order by id limit ${sql.lit(limit)}`;

export interface AlertRecipient {
  readonly email: string;
  readonly name: string;
  readonly language: Locale;
  readonly connection: string;
}

/** No row when the connection works again, or when the connection or the user is removed. */
export const alertRecipient = (companyId: number, connectionId: number, userId: number): Statement<AlertRecipient> =>
  sql`select u.email, u.name, u.language, c.name as connection from users u
   join connections c on c.company_id = u.company_id and c.id = ${connectionId} and c.deleted_at is null
     and c.status = 'DISCONNECTED'
   where u.company_id = ${companyId} and u.id = ${userId}`;
