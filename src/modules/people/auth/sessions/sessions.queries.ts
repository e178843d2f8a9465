import { sql } from 'kysely';
import type { Profile } from '../../../../core/context.js';
import type { Condition, Statement } from '../../../../core/database/statements.js';
import type { Locale } from '../../../../core/i18n.js';
import { mayWorkSql } from '../../../platform/companies/company.entity.js';
import { featuresOf, withinAccessHours } from './auth.queries.js';

/** How long a refresh token is valid. */
export const refreshDays = 7;
/** Sessions of one user if the company allows several; one more ends the least recently used one. */
const maxSessions = 20;

export interface ActorRow {
  sid: string;
  userId: number;
  companyId: number;
  name: string;
  profile: Profile;
  super: boolean;
  allTicket: string;
  language: Locale;
  queueIds: number[];
  mayWork: boolean;
  withinHours: boolean;
  plan: Record<string, boolean>;
  /** Both are set for a support session: who opened it, and until when it lasts. */
  supporter: string | null;
  expiresAt: string;
  signedInAt: string;
}

/** The actors of live sessions; each statement adds its condition. */
const actorSql = sql`
  select s.sid, u.id as "userId", u.company_id as "companyId", u.name, u.profile,
    u.super and s.support_of is null as super, u.all_ticket as "allTicket", u.language, su.name as supporter,
    s.expires_at as "expiresAt", s.created_at as "signedInAt",
    coalesce((select json_agg(uq.queue_id order by uq.queue_id) from user_queues uq where uq.company_id = u.company_id
      and uq.user_id = u.id), '[]') as "queueIds",
    ${mayWorkSql} as "mayWork", ${withinAccessHours} as "withinHours",
    json_build_object(${featuresOf}) as plan
  from sessions s
  join users u on u.company_id = s.company_id and u.id = s.user_id and u.active
  join companies c on c.id = u.company_id
  join plans p on p.id = c.plan_id
  left join sessions ss on ss.sid = s.support_of and ss.ended_at is null and ss.expires_at > now()
  left join users su on su.company_id = ss.company_id and su.id = ss.user_id and su.super and su.active
  where s.ended_at is null and s.expires_at > now() and (s.support_of is null or su.id is not null)`;

export const actorOfSession = (sid: string, userId: number): Statement<ActorRow> =>
  sql`${actorSql} and s.sid = ${sid} and s.user_id = ${userId}`;

export const actorsOfSessions = (sids: readonly string[]): Statement<ActorRow> =>
  sql`${actorSql} and s.sid = any(${sids}::uuid[])`;

/** On the alias `s`: the token precedes the newest one and may still be used; only a rotation sets `updated_at`. */
const withinReuseGrace = (counter: number): Condition =>
  sql`(s.counter - ${counter}::integer = 1 and s.updated_at > now() - interval '30 seconds')`;

export interface RefreshedSession {
  readonly userId: number;
  readonly companyId: number;
  readonly counter: number;
  readonly alive: boolean;
  readonly repeats: boolean;
  readonly withinHours: boolean;
}

/** The session of a refresh token, locked. */
export const refreshedSession = (sid: string, counter: number): Statement<RefreshedSession> =>
  sql`select s.user_id as "userId", s.company_id as "companyId", s.counter,
    s.ended_at is null and s.expires_at > now() as alive, ${withinReuseGrace(counter)} as repeats,
    ${withinAccessHours} as "withinHours"
  from sessions s join users u on u.company_id = s.company_id and u.id = s.user_id
  join companies c on c.id = u.company_id where s.sid = ${sid} for update of s`;

/** The user of the newest refresh token, or of the one before it for 30 seconds, as in a rotation (ADR 10). */
export const userOfRefreshToken = (sid: string, counter: number): Statement<{ userId: number }> =>
  sql`select s.user_id as "userId" from sessions s
   where s.sid = ${sid} and (s.counter = ${counter} or ${withinReuseGrace(counter)})`;

/** Moves the session on to its next refresh token. */
export const renewSession = (sid: string): Statement =>
  sql`update sessions set counter = counter + 1, updated_at = now(),
   expires_at = now() + make_interval(days => ${refreshDays}) where sid = ${sid}`;

export const insertSession = (
  companyId: number,
  userId: number,
  sid: string,
  { address, userAgent }: { readonly address: string; readonly userAgent: string | null },
): Statement =>
  sql`insert into sessions (company_id, sid, user_id, counter, expires_at, address, user_agent)
   values (${companyId}, ${sid}, ${userId}, 0, now() + make_interval(days => ${refreshDays}), ${address},
     ${userAgent})`;

export const insertSupportSession = (
  companyId: number,
  userId: number,
  sid: string,
  { supportOf, until }: { readonly supportOf: string; readonly until: Date },
): Statement =>
  sql`insert into sessions (company_id, sid, user_id, counter, expires_at, support_of)
   values (${companyId}, ${sid}, ${userId}, 0, ${until}, ${supportOf})`;

/** Open support sessions that these sessions opened. */
export const sessionsSupportedBy = (
  sids: readonly string[],
): Statement<{ sid: string; companyId: number; userId: number }> =>
  sql`select sid, company_id as "companyId", user_id as "userId" from sessions
   where support_of = any(${sids}::uuid[]) and ended_at is null`;

export interface LiveSession {
  readonly id: number;
  readonly sid: string;
  readonly userAgent: string | null;
  readonly address: string | null;
  readonly createdAt: string;
  /** The time of the last refresh, exact to a quarter of an hour. */
  readonly usedAt: string;
}

/** The live sessions of a user, the most recently used first. */
export const liveSessionsOf = (userId: number): Statement<LiveSession> => sql`
  select id, sid, user_agent as "userAgent", address, created_at as "createdAt",
    updated_at as "usedAt" from sessions
  where user_id = ${userId} and support_of is null and ended_at is null and expires_at > now()
  order by updated_at desc, id desc limit ${sql.lit(maxSessions)}`;

/** Ends one session of a user, which may also be a support session. */
export const endSession = (userId: number, sid: string): Statement<{ sid: string }> => sql`
  update sessions set ended_at = now(), updated_at = now()
  where user_id = ${userId} and ended_at is null and sid = ${sid} returning sid`;

/** Ends all sessions of a user except `kept`; support sessions do not count as the user's. */
export const endSessions = (userId: number, kept: string | null): Statement<{ sid: string }> => sql`
  update sessions set ended_at = now(), updated_at = now() where user_id = ${userId} and ended_at is null
   and support_of is null and sid is distinct from ${kept}::uuid returning sid`;

/** Ends the oldest sessions of a user, so that there is room for a new one. */
export const endOldestSessions = (userId: number): Statement<{ sid: string }> => sql`
  update sessions set ended_at = now(), updated_at = now() where id in (
    select id from sessions where user_id = ${userId} and support_of is null and ended_at is null
    order by updated_at desc, id desc offset ${sql.lit(maxSessions - 1)}) returning sid`;

/** Live sessions of users outside their access hours. */
const outsideAccessHours = sql<{ id: number }>`select s.id from users u join companies c on c.id = u.company_id
  join sessions s on s.company_id = u.company_id and s.user_id = u.id and s.support_of is null and s.ended_at is null
  where u.access_hours is not null and not ${withinAccessHours}`;

export interface EndedByHours {
  readonly companyId: number;
  readonly userId: number;
  readonly sids: readonly string[];
}

/** Ends the sessions of users outside their access hours, in every company. */
export const endSessionsOutsideHours: Statement<EndedByHours> = sql`
  with ended as (
    update sessions set ended_at = now(), updated_at = now() where id in (${outsideAccessHours})
    returning company_id, user_id, sid)
  select company_id as "companyId", user_id as "userId", json_agg(sid) as sids from ended group by 1, 2`;
