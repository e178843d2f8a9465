import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Audit } from '../../../../core/audit/audit.js';
import { Db } from '../../../../core/database/db.js';
import { Events } from '../../../../core/events/events.js';
import { type Localized, t } from '../../../../core/i18n.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import type { ChannelConnection, ProviderError, ProviderFailure, SendOutcome } from '../channels/channel.js';
import { Channels } from '../channels/channels.service.js';
import { ConnectionSendingChanged } from '../connections.events.js';
import { type ConnectionRecord, ConnectionsService } from '../crud/connections.service.js';
import { administratorsOf } from '../queries/connections.queries.js';
import { SendConnectionAlert } from './send-connection-alert.job.js';

interface ConnectionFailure extends ProviderFailure {
  readonly id: number;
}

/** Seconds of the pause after the first, second, … failure in a row. */
const breakerPauseSeconds = '{0,5,15,60,300}';
const maxAlerted = 20;

/** Limits, circuit breaker, warnings and disconnection of a connection. */
@Injectable()
export class ConnectionHealth {
  constructor(
    private readonly db: Db,
    private readonly events: Events,
    private readonly jobs: Jobs,
    private readonly audit: Audit,
    private readonly connections: ConnectionsService,
    private readonly channels: Channels,
  ) {}

  /** What the failure of a message means, according to the channel of its connection, which may be removed meanwhile. */
  async failureOf(id: number, error: ProviderError): Promise<ProviderFailure> {
    const row = await this.db.row<{ channel: string }>(sql`
      select channel from connections where company_id = ${this.db.companyId} and id = ${id}`);
    const { code, text } = error;
    return (row && this.channels.get(row.channel).failureOf?.(error)) ?? { code, text: t(text, text, text) };
  }

  /** What a call that failed means for the connection. @param at when it began, milliseconds since 1970 */
  async applySendFailure(
    connection: ChannelConnection,
    failure: Extract<SendOutcome, { ok: false }>,
    at: number,
  ): Promise<void> {
    const { id } = connection;
    const { kind, pauseMs } = failure;
    await this.applyProviderLimits({ id, ...failure });
    if ((kind === 'retry' || kind === 'uncertain') && pauseMs === undefined)
      await this.recordFailure({ id, ...failure }, new Date(at));
    if (kind === 'auth' && (await this.connections.hasSameCredentials(connection)))
      await this.disconnect({ id, ...failure });
  }

  /** Pauses the connection or warns its managers, where a failure is about more than its message. */
  async applyProviderLimits({ id, code, text, pauseMs, restrictsNumber }: ConnectionFailure): Promise<void> {
    const connection = sql`company_id = ${this.db.companyId} and id = ${id}`;
    const notice = JSON.stringify({ code, text });
    let changed = 0;
    // not where a pause of about this length is set already: messages in flight at the same time meet the same limit
    if (pauseMs !== undefined)
      changed += await this.db.run(sql`
        update connections set paused_until = now() + make_interval(secs => ${pauseMs / 1000}), pause_reason = ${notice},
          updated_at = now()
        where ${connection}
          and (paused_until is null or paused_until < now() + make_interval(secs => ${pauseMs / 2000}))`);
    if (restrictsNumber)
      changed += await this.db.run(sql`
        update connections set warning = ${notice}, warned_at = now(), updated_at = now()
        where ${connection}
          and (warning->>'code' is distinct from ${code} or warned_at < now() - interval '1 hour')`);
    if (changed > 0) await this.connections.refreshAndEmit(id);
  }

  /**
   * Circuit breaker: the provider failed, not the message. Sends that were in flight at the same time count as one failure;
   * from the second in a row on the connection pauses, so that an unavailable provider is not called for every message.
   */
  async recordFailure({ id, code, text }: ConnectionFailure, sentAt: Date): Promise<void> {
    const paused = await this.db.row<{ paused: boolean }>(sql`
      update connections c set troubles = c.troubles + 1, troubled_at = clock_timestamp(), updated_at = now(),
         pause_reason = case when p.secs > 0 then f.failure else c.pause_reason end,
         last_error = case when p.secs > 0 then f.failure else c.last_error end,
         status = case when p.secs > 0 and c.status = 'CONNECTED' then 'OPENING' else c.status end,
         paused_until = case when p.secs > 0 then greatest(c.paused_until, now() + make_interval(secs => p.secs))
           else c.paused_until end
       from (select id, (${breakerPauseSeconds}::integer[])[least(troubles + 1, 5)] as secs from connections
         where company_id = ${this.db.companyId} and id = ${id}) p,
         (select ${JSON.stringify({ code, text })}::jsonb as failure) f
       where c.company_id = ${this.db.companyId} and c.id = p.id and (c.troubled_at is null
         or c.troubled_at < ${sentAt})
       returning p.secs > 0 as paused`);
    if (paused?.paused) await this.connections.refreshAndEmit(id);
  }

  /** The provider accepted a message after failures, or the first one with these credentials. */
  async recordSuccess(id: number): Promise<void> {
    const { companyId } = this.db;
    const reopened = await this.db.run(sql`
      update connections set troubles = 0, status = 'CONNECTED', last_error = null, updated_at = now()
       where company_id = ${companyId} and id = ${id} and status = 'OPENING'`);
    if (reopened > 0) await this.connections.refreshAndEmit(id);
    else
      await this.db.run(sql`
        update connections set troubles = 0 where company_id = ${companyId} and id = ${id} and troubles > 0`);
  }

  /**
   * Stops sending until a manager acts. Reported once per incident: on screens, in the audit log and by mail to the
   * administrators; `withoutMail` for a manager who is testing the connection.
   */
  async disconnect({ id, code, text }: ConnectionFailure, { withoutMail = false } = {}): Promise<void> {
    const row = await this.db.row<{ incident: string }>(sql`
      update connections set status = 'DISCONNECTED', last_error = ${JSON.stringify({ code, text })},
       updated_at = now()
       where company_id = ${this.db.companyId} and id = ${id} and deleted_at is null and status <> 'DISCONNECTED'
       returning (extract(epoch from clock_timestamp()) * 1000)::bigint::text as incident`);
    if (!row) return;
    this.audit.record('connection.disconnected', id, { code });
    if (!withoutMail) await this.enqueueAlerts(id, row.incident, code, text);
    this.events.emit(new ConnectionSendingChanged(id));
    await this.connections.refreshAndEmit(id);
  }

  /** Ends pause and warning, by a manager's decision. */
  async resume(id: number): Promise<ConnectionRecord> {
    await this.connections.get(id);
    await this.db.run(sql`update connections set paused_until = null, pause_reason = null, troubles = 0, warning = null,
       warned_at = null, updated_at = now()
       where company_id = ${this.db.companyId} and id = ${id}`);
    this.audit.record('connection.resumed', id);
    this.events.emit(new ConnectionSendingChanged(id));
    return this.connections.refreshAndEmit(id);
  }

  private async enqueueAlerts(connectionId: number, incident: string, code: string, text: Localized): Promise<void> {
    const admins = await this.db.rows(administratorsOf(this.db.companyId, maxAlerted));
    for (const { id: userId } of admins) {
      await this.jobs.add(
        SendConnectionAlert,
        { connectionId, userId, code, text },
        { key: `connection-alert:${connectionId}:${incident}:${userId}` },
      );
    }
  }
}
