import { type RawBuilder, sql } from 'kysely';
import type { Locale } from '../../../../core/i18n.js';
import { type ProgramRow, programColumns } from '../../../people/auth/sessions/auth.queries.js';

/** The connection of an API token, with its company. */
export const connectionOfToken = (tokenHash: string): RawBuilder<ProgramRow> =>
  sql`select w.id, w.name, '[]'::json as scopes, ${programColumns} from connections w
   join companies c on c.id = w.company_id join plans p on p.id = c.plan_id
   where w.token_hash = ${tokenHash} and w.deleted_at is null`;

export interface QueueOfConnection {
  readonly connectionId: number;
  readonly id: number;
  readonly name: string;
  readonly color: string;
}

export const queuesOf = (companyId: number, connectionIds: readonly number[]): RawBuilder<QueueOfConnection> =>
  sql`select cq.connection_id as "connectionId", q.id, q.name, q.color from connection_queues cq
   join queues q on q.company_id = cq.company_id and q.id = cq.queue_id
   where cq.company_id = ${companyId}
     and cq.connection_id = any(${connectionIds}::bigint[]) order by q.order_queue, q.name`;

export const administratorsOf = (companyId: number, limit: number): RawBuilder<{ id: number }> =>
  sql`select id from users where company_id = ${companyId} and profile = 'admin' and active order by id limit ${sql.lit(limit)}`;

export interface AlertRecipient {
  readonly email: string;
  readonly name: string;
  readonly language: Locale;
  readonly connection: string;
}

/** No row when the connection works again, or when it or the user is removed. */
export const alertRecipient = (companyId: number, connectionId: number, userId: number): RawBuilder<AlertRecipient> =>
  sql`select u.email, u.name, u.language, c.name as connection from users u
   join connections c on c.company_id = u.company_id and c.id = ${connectionId} and c.deleted_at is null
     and c.status = 'DISCONNECTED'
   where u.company_id = ${companyId} and u.id = ${userId}`;
