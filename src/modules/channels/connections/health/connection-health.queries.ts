import { sql } from 'kysely';
import type { Statement } from '../../../../core/database/statements.js';
import type { ConnectionCheck } from '../channels/channel.js';
import type { ConnectionNotice, ConnectionStatus } from '../connection.entity.js';

/** Seconds of the pause after the first, second, … consecutive failure. */
const breakerPauseSeconds = '{0,5,15,60,300}';

const noticeJson = ({ code, text }: ConnectionNotice): string => JSON.stringify({ code, text });

export const channelOf = (companyId: number, id: number): Statement<{ channel: string }> =>
  sql`
      select channel from connections where company_id = ${companyId} and id = ${id}`;

/** Changes nothing when a similar pause is already set: messages in flight at the same time hit the same limit. */
export const pauseConnection = (
  companyId: number,
  id: number,
  pauseMs: number,
  reason: ConnectionNotice,
): Statement => sql`
        update connections set paused_until = now() + make_interval(secs => ${pauseMs / 1000}), pause_reason = ${noticeJson(reason)},
          updated_at = now()
        where company_id = ${companyId} and id = ${id}
          and (paused_until is null or paused_until < now() + make_interval(secs => ${pauseMs / 2000}))`;

/** A warning with the same code is stored at most once an hour. */
export const storeWarning = (companyId: number, id: number, warning: ConnectionNotice): Statement => sql`
        update connections set warning = ${noticeJson(warning)}, warned_at = now(), updated_at = now()
        where company_id = ${companyId} and id = ${id} and deleted_at is null
          and (warning->>'code' is distinct from ${warning.code} or warned_at < now() - interval '1 hour')`;

/** Counts a failure and pauses from the second in a row; ignores sends that began before the last failure. */
export const countFailure = (
  companyId: number,
  id: number,
  failure: ConnectionNotice,
  sentAt: Date,
): Statement<{ paused: boolean }> => sql`
      update connections c set troubles = c.troubles + 1, troubled_at = clock_timestamp(), updated_at = now(),
         pause_reason = case when p.secs > 0 then f.failure else c.pause_reason end,
         last_error = case when p.secs > 0 then f.failure else c.last_error end,
         status = case when p.secs > 0 and c.status = 'CONNECTED' then 'OPENING' else c.status end,
         paused_until = case when p.secs > 0 then greatest(c.paused_until, now() + make_interval(secs => p.secs))
           else c.paused_until end
       from (select id, (${breakerPauseSeconds}::integer[])[least(troubles + 1, 5)] as secs from connections
         where company_id = ${companyId} and id = ${id}) p,
         (select ${noticeJson(failure)}::jsonb as failure) f
       where c.company_id = ${companyId} and c.id = p.id and (c.troubled_at is null
         or c.troubled_at < ${sentAt})
       returning p.secs > 0 as paused`;

/** Connects a connection whose provider works again. */
export const reopenConnection = (companyId: number, id: number): Statement => sql`
      update connections set troubles = 0, status = 'CONNECTED', last_error = null, updated_at = now()
       where company_id = ${companyId} and id = ${id} and status = 'OPENING'`;

export const resetFailures = (companyId: number, id: number): Statement => sql`
        update connections set troubles = 0 where company_id = ${companyId} and id = ${id} and troubles > 0`;

/** @returns a text that is unique for this disconnection; no row when it was already disconnected or removed */
export const disconnectConnection = (
  companyId: number,
  id: number,
  reason: ConnectionNotice,
): Statement<{ incident: string }> => sql`
      update connections set status = 'DISCONNECTED', last_error = ${noticeJson(reason)},
       updated_at = now()
       where company_id = ${companyId} and id = ${id} and deleted_at is null and status <> 'DISCONNECTED'
       returning (extract(epoch from clock_timestamp()) * 1000)::bigint::text as incident`;

/** Removes the pause and the warning. */
export const resumeConnection = (companyId: number, id: number): Statement =>
  sql`update connections set paused_until = null, pause_reason = null, troubles = 0, warning = null,
       warned_at = null, updated_at = now()
       where company_id = ${companyId} and id = ${id}`;

/** Stores the result of a check. @param from statuses that the result replaces @returns the status before */
export const storeCheck = (
  companyId: number,
  id: number,
  check: ConnectionCheck,
  from: readonly ConnectionStatus[],
): Statement<{ was: ConnectionStatus }> => {
  const problem = check.ok ? check.problem : check;
  const facts = check.ok ? check.facts : undefined;
  return sql`
      update connections c set facebook_user_id = coalesce(c.facebook_user_id, ${check.ok ? (check.accountId ?? null) : null}),
       number = coalesce(${facts?.number ?? null}, c.number),
       verified_name = coalesce(${facts?.name?.slice(0, 255) ?? null}, c.verified_name),
         quality = coalesce(${facts?.quality?.slice(0, 20) ?? null}, c.quality),
         messaging_limit = coalesce(${facts?.messagingLimit?.slice(0, 30) ?? null}, c.messaging_limit),
           messages_per_second = coalesce(c.messages_per_second, ${facts?.messagesPerSecond ?? null}),
           last_error = ${problem && noticeJson(problem)},
         status = case when c.status = any(${from}::text[]) then ${check.ok ? 'CONNECTED' : 'OPENING'}
           else c.status end, updated_at = now()
       from connections o where c.company_id = ${companyId} and c.id = ${id} and o.id = c.id returning o.status as was`;
};
