import { Injectable } from '@nestjs/common';
import { Audit } from '../../../../core/audit/audit.js';
import { Db } from '../../../../core/database/db.js';
import { Events } from '../../../../core/events/events.js';
import { defineJob, JobHandler } from '../../../../core/jobs/job.js';
import { SessionsEnded } from '../auth.events.js';
import { Sessions } from '../sessions/sessions.js';

/** Ends a support session after its 30 minutes. */
export class EndSupportSession extends defineJob<{ userId: number; sid: string }>('end-support-session') {}

@Injectable()
export class EndSupportSessionHandler {
  constructor(
    private readonly db: Db,
    private readonly events: Events,
    private readonly sessions: Sessions,
    private readonly audit: Audit,
  ) {}

  /** Ends a support session that has expired or whose opening session ended, and closes its sockets. */
  @JobHandler(EndSupportSession)
  async perform({ userId, sid }: EndSupportSession['payload']): Promise<void> {
    const { companyId } = this.db;
    const ended = await this.sessions.end(userId, sid);
    if (ended.length === 0) return;
    this.audit.record('company.left', companyId);
    this.events.emit(new SessionsEnded({ companyId, userId, sids: ended, maySupport: false }));
  }
}
