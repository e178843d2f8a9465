import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Audit } from '../../../core/audit/audit.js';
import { Context } from '../../../core/context.js';
import { Db } from '../../../core/database/db.js';
import { Events } from '../../../core/events/events.js';
import type { Localized } from '../../../core/i18n.js';
import { Jobs } from '../../../core/jobs/jobs.js';
import type { ProviderFailure } from '../channels/channel.js';
import { SendConnectionAlert } from './send-connection-alert.job.js';
import '../connections.audit.js';
import { ConnectionSendingChanged } from '../connections.events.js';
import { ConnectionsService } from '../connections.service.js';

interface Failed extends ProviderFailure {
  readonly id: number;
}

/** Seconds by how often in a row the provider failed: once is nothing, then longer and longer. */
const troublePauses = '{0,5,15,60,300}';
const mostAlerted = 20;

/** How a connection fares with its provider: pauses, troubles, warnings, the end of its credentials. */
@Injectable()
export class ConnectionHealth {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly events: Events,
    private readonly jobs: Jobs,
    private readonly audit: Audit,
    private readonly connections: ConnectionsService,
  ) {}

  /** What a failure says of the connection as a whole. */
  async applyProviderLimits({ id, code, text, pauseMs, restrictsNumber: warns }: Failed): Promise<void> {
    const told = [
      pauseMs !== undefined && (await this.pause(id, code, text, pauseMs)),
      warns === true && (await this.warn(id, code, text)),
    ];
    if (told.includes(true)) await this.connections.refreshAndEmit(id);
  }

  /**
   * The provider failed, not the message. What was under way side by side is one failure; from the second in a row on
   * everybody waits, so that a provider that is down is not asked by every message anew.
   */
  async recordFailure({ id, code, text }: Failed, sentAt: Date): Promise<void> {
    const paused = await this.db.row<{ paused: boolean }>(
      sql`update connections c set troubles = c.troubles + 1, troubled_at = clock_timestamp(), updated_at = now(),
         pause_reason = case when p.secs > 0 then f.failure else c.pause_reason end,
         last_error = case when p.secs > 0 then f.failure else c.last_error end,
         status = case when p.secs > 0 and c.status = 'CONNECTED' then 'OPENING' else c.status end,
         paused_until = case when p.secs > 0 then greatest(c.paused_until, now() + make_interval(secs => p.secs))
           else c.paused_until end
       from (select id, (${troublePauses}::integer[])[least(troubles + 1, 5)] as secs from connections
         where company_id = ${this.context.companyId} and id = ${id}) p,
         (select ${JSON.stringify({ code, text })}::jsonb as failure) f
       where c.company_id = ${this.context.companyId} and c.id = p.id and (c.troubled_at is null
         or c.troubled_at < ${sentAt})
       returning p.secs > 0 as paused`,
    );
    if (paused?.paused) await this.connections.refreshAndEmit(id);
  }

  /** The provider took a message after it had failed, or for the first time with these credentials. */
  async recordSuccess(id: number): Promise<void> {
    const { companyId } = this.context;
    const reopened = await this.db.run(
      sql`update connections set troubles = 0, status = 'CONNECTED', last_error = null, updated_at = now()
       where company_id = ${companyId} and id = ${id} and status = 'OPENING'`,
    );
    if (reopened > 0) await this.connections.refreshAndEmit(id);
    else
      await this.db.run(
        sql`update connections set troubles = 0 where company_id = ${companyId} and id = ${id} and troubles > 0`,
      );
  }

  /**
   * Only a person can help: nothing more is sent. Told once per incident, on the screen, in the audit log and by mail to
   * the company's administrators; `quietly` without the mail, because who asked is looking at it.
   */
  async disconnect({ id, code, text }: Failed, { quietly = false } = {}): Promise<void> {
    const { companyId } = this.context;
    const row = await this.db.row<{ incident: string }>(
      sql`update connections set status = 'DISCONNECTED', last_error = ${JSON.stringify({ code, text })},
       updated_at = now()
       where company_id = ${companyId} and id = ${id} and deleted_at is null and status <> 'DISCONNECTED'
       returning (extract(epoch from clock_timestamp()) * 1000)::bigint::text as incident`,
    );
    if (!row) return;
    this.audit.record('connection.disconnected', id, { code });
    if (!quietly) await this.enqueueAlerts(id, row.incident, code, text);
    this.events.emit(new ConnectionSendingChanged(id));
    await this.connections.refreshAndEmit(id);
  }

  /** A manager decides that it goes on, and has seen the warning. */
  async resume(id: number): Promise<object> {
    await this.connections.get(id);
    await this.db.run(
      sql`update connections set paused_until = null, pause_reason = null, troubles = 0, warning = null,
       warned_at = null, updated_at = now()
       where company_id = ${this.context.companyId} and id = ${id}`,
    );
    this.audit.record('connection.resumed', id);
    this.events.emit(new ConnectionSendingChanged(id));
    return this.connections.refreshAndEmit(id);
  }

  /** Answers whether it is news: messages that were under way together meet the same limit. */
  private async pause(id: number, code: string, text: Localized, pauseMs: number): Promise<boolean> {
    const changed = await this.db.run(
      sql`update connections set paused_until = now() + make_interval(secs => ${pauseMs / 1000}),
       pause_reason = ${JSON.stringify({ code, text })}, updated_at = now()
       where company_id = ${this.context.companyId} and id = ${id} and (paused_until is null
         or paused_until < now() + make_interval(secs => ${pauseMs / 2000}))`,
    );
    return changed > 0;
  }

  private async warn(id: number, code: string, text: Localized): Promise<boolean> {
    const changed = await this.db.run(
      sql`update connections set warning = ${JSON.stringify({ code, text })}, warned_at = now(), updated_at = now()
       where company_id = ${this.context.companyId} and id = ${id} and (warning->>'code' is distinct from ${code}
         or warned_at < now() - interval '1 hour')`,
    );
    return changed > 0;
  }

  private async enqueueAlerts(connectionId: number, incident: string, code: string, text: Localized): Promise<void> {
    const admins = await this.db.rows<{ id: number }>(
      sql`select id from users where company_id = ${this.context.companyId} and profile = 'admin' order by id
       limit ${sql.lit(mostAlerted)}`,
    );
    for (const { id: userId } of admins) {
      await this.jobs.add(
        SendConnectionAlert,
        { connectionId, userId, code, text },
        { key: `connection-alert:${connectionId}:${incident}:${userId}` },
      );
    }
  }
}
