import { sql } from 'kysely';
import type { Statement } from '../../../../../core/database/statements.js';
import type { SessionActions } from './session-actions.js';

/** Calls that the owner of a session answers. */
export type Method = Exclude<keyof SessionActions, symbol>;

export interface StoredCall {
  readonly id: number;
  readonly connectionId: number;
  readonly method: Method;
  readonly args: unknown[];
}

const maxServed = 50;

export const insertCall = (
  companyId: number,
  { connectionId, method, args }: Omit<StoredCall, 'id'>,
): Statement<{ id: number }> => sql`
      insert into whatsapp_calls (company_id, connection_id, method, args)
      values (${companyId}, ${connectionId}, ${method}, ${JSON.stringify(args)}) returning id`;

/** @param withdraw removes the call if no owner has taken it; the result is then that of an offline phone */
export const resultOf = <T>(id: number, withdraw: boolean): Statement<{ result: T | null }> => sql`
        with withdrawn as (delete from whatsapp_calls where id = ${id} and claimed_at is null and ${withdraw} returning 1)
        select case when exists (select from withdrawn) then '{"offline":true}'::jsonb else result end as result
        from whatsapp_calls where id = ${id}`;

/** Across companies: the calls for all sessions that this process owns. */
export const claimCalls = (connectionIds: readonly number[]): Statement<StoredCall> => sql`
      update whatsapp_calls set claimed_at = now() where id in (
        select id from whatsapp_calls where connection_id = any(${connectionIds}::bigint[]) and claimed_at is null
        order by id limit ${sql.lit(maxServed)} for update skip locked)
      returning id, connection_id as "connectionId", method, args`;

/** As platform, for a call that this process has claimed. */
export const storeResult = (id: number, result: object): Statement => sql`
        update whatsapp_calls set result = ${JSON.stringify(result)}, updated_at = now() where id = ${id}`;
