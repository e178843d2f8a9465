import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { SessionResolver, type TokenClaims } from '../../../../core/access/session-resolver.js';
import type { Actor } from '../../../../core/context.js';
import { Db } from '../../../../core/database/db.js';
import { interpolate, t } from '../../../../core/i18n.js';
import { endedBy } from '../auth.errors.js';
import { SessionCache } from './session-cache.js';
import {
  type ActorRow,
  actorOfSession,
  actorsOfSessions,
  type EndedByHours,
  endOldestSessions,
  endSession,
  endSessions,
  endSessionsOutsideHours,
  insertSession,
  insertSupportSession,
  type LiveSession,
  liveSessionsOf,
  refreshedSession,
  renewSession,
  sessionsSupportedBy,
  userOfRefreshToken,
} from './sessions.queries.js';
import { type RefreshClaims, Tokens } from './tokens.js';

export const supportSeconds = 30 * 60;

/** The client that signs in. */
export interface SignInOrigin {
  readonly address: string;
  readonly userAgent: string | undefined;
}

export interface OpenedSession {
  readonly sid: string;
  readonly counter: number;
  readonly userId: number;
}

export interface RotatedSession extends OpenedSession {
  readonly companyId: number;
  /** true if an old token was used again and the session was therefore ended. */
  readonly reused: boolean;
}

/** Sessions in the database, which alone decides whether a token is still valid. */
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

  /** The current actor of the session. @throws 401 when the company is suspended */
  async read({ sid, userId }: TokenClaims): Promise<Actor | undefined> {
    const row = await this.db.platformRow(actorOfSession(sid, userId));
    if (row && !mayWork(row)) throw endedBy('ERR_COMPANY_EXPIRED');
    if (row && !isWithinHours(row)) throw endedBy('ERR_OUTSIDE_ACCESS_HOURS');
    return row && actorOf(row);
  }

  async resolveAll(claims: readonly TokenClaims[]): Promise<Map<string, Actor>> {
    const users = new Map(claims.map(({ sid, userId }) => [sid, userId]));
    const rows = await this.db.platformRows(actorsOfSessions([...users.keys()]));
    const actors = rows.flatMap((row) =>
      users.get(row.sid) === row.userId && mayWork(row) && isWithinHours(row) ? actorOf(row) : [],
    );
    return new Map(actors.map((actor) => [actor.sessionId, actor]));
  }

  /** The actor of a refresh cookie; does not rotate it. */
  async actorOf(cookie: string): Promise<Actor | undefined> {
    const claims = this.tokens.readRefresh(cookie);
    if (!claims) return undefined;
    const session = await this.db.platformRow(userOfRefreshToken(claims.sid, claims.counter));
    return session && this.read({ sid: claims.sid, userId: session.userId });
  }

  /** Opens a session and ends the others, or those beyond the maximum; returns their ids, to close their sockets. */
  async open(
    userId: number,
    companyId: number,
    { address, userAgent }: SignInOrigin,
    single: boolean,
  ): Promise<{ session: OpenedSession; ended: string[] }> {
    // without the lock two concurrent sign-ins would not see and so not end each other's session
    await this.db.lock('sign-in', userId);
    const ended = single ? await this.endAll(userId) : await this.endOldest(userId);
    const sid = randomUUID();
    const origin = { address, userAgent: userAgent?.slice(0, 300) ?? null };
    await this.db.run(insertSession(companyId, userId, sid, origin));
    return { session: { sid, counter: 0, userId }, ended };
  }

  /** Opens a support session beside the user's own sessions, without a refresh token. */
  async openSupport(userId: number, companyId: number, supportOf: string, until: Date): Promise<string> {
    const sid = randomUUID();
    await this.db.run(insertSupportSession(companyId, userId, sid, { supportOf, until }));
    return sid;
  }

  /** Open support sessions that these sessions opened. */
  supportedBy(sids: readonly string[]): Promise<{ sid: string; companyId: number; userId: number }[]> {
    return this.db.platformRows(sessionsSupportedBy(sids));
  }

  /** The live sessions of a user, the most recently used first. */
  listOf(userId: number): Promise<LiveSession[]> {
    return this.db.rows(liveSessionsOf(userId));
  }

  /** Ends one session of a user, which may also be a support session. */
  async end(userId: number, sid: string): Promise<string[]> {
    const rows = await this.db.rows(endSession(userId, sid));
    return rows.map((row) => row.sid);
  }

  private async endOldest(userId: number): Promise<string[]> {
    const rows = await this.db.rows(endOldestSessions(userId));
    return rows.map((row) => row.sid);
  }

  /** Ends the sessions of users outside their access hours, in a platform transaction. */
  endOutsideHours(): Promise<EndedByHours[]> {
    return this.db.rows(endSessionsOutsideHours);
  }

  /** Ends all sessions of a user except `kept`; support sessions do not count as the user's. */
  async endAll(userId: number, kept: string | null = null): Promise<string[]> {
    const rows = await this.db.rows(endSessions(userId, kept));
    return rows.map((row) => row.sid);
  }

  /**
   * Uses a refresh token. The last used one may be repeated for 30 seconds, because its answer may be lost. The newest
   * one moves the session on; an older one was stolen or replayed and ends it. @throws 401 outside the user's hours
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
    await this.db.run(renewSession(sid));
    return { sid, counter: counter + 1, userId, companyId, reused: false };
  }
}

/** Super-admins and the platform's support may also enter a suspended company. */
const mayWork = (row: ActorRow): boolean => row.mayWork || row.super || row.supporter !== null;

/** Access hours apply to the user, not to the platform's support in the user's session. */
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
