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
  /** Browser and system; null: unknown. */
  readonly device: string | null;
  /** The one that asks. */
  readonly current: boolean;
}

export interface EndedSessions {
  readonly ended: number;
}

/** Where somebody is signed in, and how they or a manager end it. */
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

  /** One of the caller's own. @throws 404 ERR_NO_SESSION_FOUND */
  async endOne(id: number): Promise<EndedSessions> {
    const { actor } = this.context;
    const { userId } = actor;
    const found = (await this.sessions.listOf(userId)).find((session) => session.id === id);
    if (!found) throw authErrors.ERR_NO_SESSION_FOUND();
    return this.announce(actor, userId, await this.sessions.end(userId, found.sid));
  }

  /** All of a user, by a manager. @throws 404, 403 of a super-admin */
  async endAllOf(id: number): Promise<EndedSessions> {
    const user = await this.users.managed(id);
    return this.announce(user, id, await this.sessions.endAll(id));
  }

  /** Those whose access hours are over, which are never a super-admin's. */
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
