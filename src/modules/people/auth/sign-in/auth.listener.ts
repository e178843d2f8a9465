import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import {
  Broadcast,
  type BroadcastResult,
  type Emission,
  InTransaction,
  OnEvent,
} from '../../../../core/events/event.js';
import { Events } from '../../../../core/events/events.js';
import { Gateway } from '../../../../core/realtime/gateway.js';
import { companyEvent } from '../../../../core/realtime/socket-events.js';
import { RecordChanged } from '../../../../core/resource/record-changed.js';
import { CompanyAccessChanged } from '../../../platform/companies/companies.events.js';
import { UserAccessChanged, UserRemoving } from '../../users/users.events.js';
import { SessionsEnded } from '../auth.events.js';
import { SessionCache } from '../sessions/session-cache.js';
import { Sessions } from '../sessions/sessions.js';
import { EndSupportSessionHandler } from './end-support-session.job.js';

/** The resources whose records an `Actor` is built from. */
const actorResources = new Set(['users', 'queue', 'companies', 'plans']);

declare module '../../../../core/realtime/socket-events.js' {
  interface SocketEvents {
    auth: { readonly action: 'logout'; readonly user: { readonly id: number } };
  }
}

/** Applies changes of sessions and rights to the live sockets. */
@Injectable()
export class AuthListener {
  constructor(
    private readonly gateway: Gateway,
    private readonly events: Events,
    private readonly sessions: Sessions,
    private readonly supportEnd: EndSupportSessionHandler,
    private readonly db: Db,
    cache: SessionCache,
  ) {
    events.onCommitted((event) => {
      if (changesActors(event)) cache.drop();
    });
  }

  @Broadcast(SessionsEnded)
  async sessionsEnded({ companyId, userId, sids, signedInElsewhere: takenOver }: SessionsEnded): Promise<Emission[]> {
    for (const sid of sids)
      this.gateway.disconnectSession(companyId, userId, sid, takenOver ? logout(companyId, userId) : undefined);
    return [];
  }

  /** Support sessions end with the session that opened them, each in the company it entered. */
  @OnEvent(SessionsEnded, { when: ({ maySupport }) => maySupport })
  async endSupport({ sids }: SessionsEnded): Promise<void> {
    for (const { companyId, userId, sid } of await this.sessions.supportedBy(sids))
      await this.db.runAs(companyId, () => this.supportEnd.perform({ userId, sid }));
  }

  /** The session rows are deleted with the user; their sockets and support sessions must end as well. */
  @InTransaction(UserRemoving)
  async userRemoving({ userId }: UserRemoving): Promise<void> {
    const ended = await this.sessions.endAll(userId);
    if (ended.length > 0)
      this.events.emit(new SessionsEnded({ companyId: this.db.companyId, userId, sids: ended, maySupport: true }));
  }

  @OnEvent(UserAccessChanged, { when: ({ sessionsEnding }) => Boolean(sessionsEnding) })
  async endSessions({ companyId, userId, sessionsEnding }: UserAccessChanged): Promise<void> {
    const ended = await this.sessions.endAll(userId, sessionsEnding?.keptSessionId);
    if (ended.length > 0) this.events.emit(new SessionsEnded({ companyId, userId, sids: ended, maySupport: true }));
  }

  @Broadcast(UserAccessChanged)
  async accessChanged({ companyId, userId }: UserAccessChanged): Promise<BroadcastResult> {
    return async () => {
      await this.gateway.refreshUser(companyId, userId);
      return [];
    };
  }
}

const changesActors = (event: object): boolean =>
  event instanceof SessionsEnded ||
  event instanceof UserAccessChanged ||
  event instanceof CompanyAccessChanged ||
  (event instanceof RecordChanged && actorResources.has(event.resource));

const logout = (companyId: number, userId: number): Pick<Emission, 'name' | 'payload'> =>
  companyEvent(companyId, 'auth', { action: 'logout', user: { id: userId } });
