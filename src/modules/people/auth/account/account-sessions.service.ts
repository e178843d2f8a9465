import { Injectable } from '@nestjs/common';
import { Audit } from '../../../../core/audit/audit.js';
import { type Actor, Context } from '../../../../core/context.js';
import { Events } from '../../../../core/events/events.js';
import { Every } from '../../../../core/jobs/cron.js';
import { UsersService } from '../../users/crud/users.service.js';
import { authErrors } from '../auth.errors.js';
import { SessionsEnded } from '../auth.events.js';
import { deviceOf } from '../sessions/device.js';
import { Sessions } from '../sessions/sessions.js';
import type { LiveSession } from '../sessions/sessions.queries.js';

export interface SessionView extends Pick<LiveSession, 'id' | 'address' | 'createdAt' | 'usedAt'> {
  /** Browser and system; null if unknown. */
  readonly device: string | null;
  /** true for the session of this request. */
  readonly current: boolean;
}

export interface EndedSessions {
  readonly ended: number;
}

/** Lists a user's sessions, and ends them for the user or a manager. */
@Injectable()
export class AccountSessionsService {
  constructor(
    private readonly context: Context,
    private readonly sessions: Sessions,
    private readonly events: Events,
    private readonly audit: Audit,
    private readonly users: UsersService,
  ) {}

  async list(): Promise<SessionView[]> {
    const { userId, sessionId } = this.context.actor;
    return (await this.sessions.listOf(userId)).map(({ id, sid, userAgent, address, createdAt, usedAt }) => ({
      id,
      device: deviceOf(userAgent),
      address,
      createdAt,
      usedAt,
      current: sid === sessionId,
    }));
  }

  async endOthers(): Promise<EndedSessions> {
    const { actor } = this.context;
    return this.announce(actor, actor.userId, await this.sessions.endAll(actor.userId, actor.sessionId));
  }

  /** Ends one of the caller's own sessions. @throws 404 ERR_NO_SESSION_FOUND */
  async endOne(id: number): Promise<EndedSessions> {
    const { actor } = this.context;
    const { userId } = actor;
    const found = (await this.sessions.listOf(userId)).find((session) => session.id === id);
    if (!found) throw authErrors.ERR_NO_SESSION_FOUND();
    return this.announce(actor, userId, await this.sessions.end(userId, found.sid));
  }

  /** Ends all sessions of a user, for a manager. @throws 404, 403 for a super-admin */
  async endAllOf(id: number): Promise<EndedSessions> {
    const user = await this.users.managed(id);
    return this.announce(user, id, await this.sessions.endAll(id));
  }

  /** Ends sessions outside the access hours of their users; super-admins have no such limit. */
  @Every(30)
  async endOutsideHours(): Promise<void> {
    for (const { companyId, userId, sids } of await this.sessions.endOutsideHours())
      this.events.emit(new SessionsEnded({ companyId, userId, sids, maySupport: false }));
  }

  private announce(
    { companyId, super: maySupport }: Pick<Actor, 'companyId' | 'super'>,
    userId: number,
    sids: string[],
  ): EndedSessions {
    if (sids.length > 0) {
      this.audit.record('user.sessionsEnded', userId, { rows: sids.length });
      this.events.emit(new SessionsEnded({ companyId, userId, sids, maySupport }));
    }
    return { ended: sids.length };
  }
}
