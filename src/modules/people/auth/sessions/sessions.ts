import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { SessionResolver, type TokenClaims } from '../../../../core/access/session-resolver.js';
import type { Actor } from '../../../../core/context.js';
import { Db } from '../../../../core/database/db.js';
import { interpolate, t } from '../../../../core/i18n.js';
import { endedBy } from '../auth.errors.js';
import { type ActorRow, actorSql, outsideAccessHours, refreshedSession } from './auth.queries.js';
import { SessionCache } from './session-cache.js';
import { type RefreshClaims, Tokens } from './tokens.js';

export const refreshDays = 7;
export const supportSeconds = 30 * 60;
/** Of one user, where the company allows several; a further one ends the one that was not used for longest. */
const maxSessions = 20;

/** Where a sign-in comes from. */
export interface SignInOrigin {
  readonly address: string;
  readonly userAgent: string | undefined;
}

export interface OpenedSession {
  readonly sid: string;
  readonly counter: number;
  readonly userId: number;
}

export interface LiveSession {
  readonly id: number;
  readonly sid: string;
  readonly userAgent: string | null;
  readonly address: string | null;
  readonly createdAt: string;
  /** Of the last refresh: to a quarter of an hour. */
  readonly usedAt: string;
}

export interface EndedByHours {
  readonly companyId: number;
  readonly userId: number;
  readonly sids: readonly string[];
}

export interface RotatedSession extends OpenedSession {
  readonly companyId: number;
  /** true: an old token came back, and the session was ended for it. */
  readonly reused: boolean;
}

/** Sessions in the database: the only place that says whether a token still counts. */
@Injectable()
export class Sessions extends SessionResolver {
  constructor(
    private readonly db: Db,
    private readonly tokens: Tokens,
    private readonly cache: SessionCache,
  ) {
    super();
  }

  verify(token: string): TokenClaims {
    return this.tokens.verify(token);
  }

  resolve(token: string): Promise<Actor | undefined> {
    return this.cache.get(token, () => this.read(this.verify(token)));
  }

  /** As it is now. @throws 401 when the company is suspended */
  async read({ sid, userId }: TokenClaims): Promise<Actor | undefined> {
    const row = await this.db.platformRow<ActorRow>(sql`${actorSql} and s.sid = ${sid} and s.user_id = ${userId}`);
    if (row && !mayWork(row)) throw endedBy('ERR_COMPANY_EXPIRED');
    if (row && !isWithinHours(row)) throw endedBy('ERR_OUTSIDE_ACCESS_HOURS');
    return row && actorOf(row);
  }

  async resolveAll(claims: readonly TokenClaims[]): Promise<Map<string, Actor>> {
    const users = new Map(claims.map(({ sid, userId }) => [sid, userId]));
    const rows = await this.db.platformRows<ActorRow>(sql`${actorSql} and s.sid = any(${[...users.keys()]}::uuid[])`);
    const actors = rows.flatMap((row) =>
      users.get(row.sid) === row.userId && mayWork(row) && isWithinHours(row) ? actorOf(row) : [],
    );
    return new Map(actors.map((actor) => [actor.sessionId, actor]));
  }

  /** Opens a session and ends the account's others, or the ones too many; answers their ids, so that their sockets can be cut. */
  async open(
    userId: number,
    companyId: number,
    { address, userAgent }: SignInOrigin,
    single: boolean,
  ): Promise<{ session: OpenedSession; ended: string[] }> {
    // two sign-ins at once would each end the others they see, and not one another
    await this.db.lock('sign-in', userId);
    const ended = single ? await this.endAll(userId) : await this.endOldest(userId);
    const sid = randomUUID();
    await this.db.run(sql`insert into sessions (company_id, sid, user_id, counter, expires_at, address, user_agent)
       values (${companyId}, ${sid}, ${userId}, 0, now() + make_interval(days => ${refreshDays}), ${address},
         ${userAgent?.slice(0, 300) ?? null})`);
    return { session: { sid, counter: 0, userId }, ended };
  }

  /** Opens a session for the platform's support beside the user's own, without a refresh token. */
  async openSupport(userId: number, companyId: number, supportOf: string, until: Date): Promise<string> {
    const sid = randomUUID();
    await this.db.run(sql`insert into sessions (company_id, sid, user_id, counter, expires_at, support_of)
       values (${companyId}, ${sid}, ${userId}, 0, ${until}, ${supportOf})`);
    return sid;
  }

  /** Open support sessions that were opened by these. */
  supportedBy(sids: readonly string[]): Promise<{ sid: string; companyId: number; userId: number }[]> {
    return this.db.platformRows(sql`select sid, company_id as "companyId", user_id as "userId" from sessions
       where support_of = any(${sids}::uuid[]) and ended_at is null`);
  }

  /** The live sessions of a user, the last used first. */
  listOf(userId: number): Promise<LiveSession[]> {
    return this.db.rows<LiveSession>(sql`
      select id, sid, user_agent as "userAgent", address, created_at as "createdAt",
        updated_at as "usedAt" from sessions
      where user_id = ${userId} and support_of is null and ended_at is null and expires_at > now()
      order by updated_at desc, id desc limit ${sql.lit(maxSessions)}`);
  }

  /** Ends one session of a user, also one of support. */
  async end(userId: number, sid: string): Promise<string[]> {
    const rows = await this.db.rows<{ sid: string }>(sql`
      update sessions set ended_at = now(), updated_at = now()
      where user_id = ${userId} and ended_at is null and sid = ${sid} returning sid`);
    return rows.map((row) => row.sid);
  }

  private async endOldest(userId: number): Promise<string[]> {
    const rows = await this.db.rows<{ sid: string }>(sql`
      update sessions set ended_at = now(), updated_at = now() where id in (
        select id from sessions where user_id = ${userId} and support_of is null and ended_at is null
        order by updated_at desc, id desc offset ${sql.lit(maxSessions - 1)}) returning sid`);
    return rows.map((row) => row.sid);
  }

  /** Ends the sessions of those whose hours are over, in a transaction of the platform. */
  endOutsideHours(): Promise<EndedByHours[]> {
    return this.db.rows<EndedByHours>(sql`
      with ended as (
        update sessions set ended_at = now(), updated_at = now() where id in (${outsideAccessHours})
        returning company_id, user_id, sid)
      select company_id as "companyId", user_id as "userId", json_agg(sid) as sids from ended group by 1, 2`);
  }

  /** Ends all sessions of a user but one, if one is to be kept; support sessions are not the user's. */
  async endAll(userId: number, kept: string | null = null): Promise<string[]> {
    const rows = await this.db.rows<{ sid: string }>(sql`
      update sessions set ended_at = now(), updated_at = now() where user_id = ${userId} and ended_at is null
       and support_of is null and sid is distinct from ${kept}::uuid returning sid`);
    return rows.map((row) => row.sid);
  }

  /**
   * Uses a refresh token. The last used one may be repeated for 30 seconds (its answer was lost), its successor moves the
   * session on; anything older was stolen or replayed and ends the session. @throws 401 outside of the user's hours
   */
  async rotate({ sid, counter }: RefreshClaims): Promise<RotatedSession | undefined> {
    const row = await this.db.row(refreshedSession(sid, counter));
    if (row && !row.withinHours) throw endedBy('ERR_OUTSIDE_ACCESS_HOURS');
    if (!row?.alive) return undefined;
    const { userId, companyId } = row;
    if (row.repeats) return { sid, counter: row.counter, userId, companyId, reused: false };
    if (counter !== row.counter) {
      await this.end(userId, sid);
      return { sid, counter, userId, companyId, reused: true };
    }
    await this.db.run(sql`update sessions set counter = counter + 1, updated_at = now(),
       expires_at = now() + make_interval(days => ${refreshDays}) where sid = ${sid}`);
    return { sid, counter: counter + 1, userId, companyId, reused: false };
  }
}

/** The support of the platform also enters companies that are suspended. */
const mayWork = (row: ActorRow): boolean => row.mayWork || row.super || row.supporter !== null;

/** The hours are those of the person. */
const isWithinHours = (row: ActorRow): boolean => row.withinHours || row.supporter !== null;

const supportName = t(
  'Suporte da plataforma ({{name}})',
  'Support of the platform ({{name}})',
  'Soporte de la plataforma ({{name}})',
);

function actorOf(row: ActorRow): Actor {
  const { supporter } = row;
  return {
    userId: row.userId,
    sessionId: row.sid,
    companyId: row.companyId,
    name: supporter === null ? row.name : interpolate(supportName[row.language], { name: supporter }),
    profile: row.profile,
    super: row.super,
    queueIds: row.queueIds,
    allTicket: row.allTicket === 'enabled',
    locale: row.language,
    features: row.plan,
    signedInAt: row.signedInAt,
    ...(supporter === null ? {} : { support: { until: row.expiresAt } }),
  };
}
