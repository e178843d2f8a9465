import { Injectable } from '@nestjs/common';
import { Audit } from '../../../../core/audit/audit.js';
import { Clock } from '../../../../core/clock.js';
import { Db } from '../../../../core/database/db.js';
import { OnEvent } from '../../../../core/events/event.js';
import { Events } from '../../../../core/events/events.js';
import { t } from '../../../../core/i18n.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import type { ChannelConnection, ProviderError, ProviderFailure, SendOutcome } from '../channels/channel.js';
import { ChannelsService } from '../channels/channels.service.js';
import { AccountReported, ConnectionSendingChanged } from '../connections.events.js';
import { type ConnectionRecord, ConnectionsService } from '../crud/connections.service.js';
import { administratorsOf } from '../queries/connections.queries.js';
import {
  channelOf,
  countFailure,
  disconnectConnection,
  pauseConnection,
  reopenConnection,
  resetFailures,
  resumeConnection,
  storeWarning,
} from './connection-health.queries.js';
import { SendConnectionAlert } from './send-connection-alert.job.js';

interface ConnectionFailure extends ProviderFailure {
  readonly id: number;
}

const maxAlerted = 20;

/** Handles limits, circuit breaker, warnings and disconnection of a connection. */
@Injectable()
export class ConnectionHealthService {
  constructor(
    private readonly db: Db,
    private readonly events: Events,
    private readonly jobs: Jobs,
    private readonly audit: Audit,
    private readonly connections: ConnectionsService,
    private readonly channels: ChannelsService,
    private readonly clock: Clock,
  ) {}

  /** The meaning of a message's failure for the channel of its connection, which may have been removed meanwhile. */
  async failureOf(id: number, error: ProviderError): Promise<ProviderFailure> {
    const row = await this.db.row(channelOf(this.db.companyId, id));
    const { code, text } = error;
    return (row && this.channels.get(row.channel).failureOf?.(error)) ?? { code, text: t(text, text, text) };
  }

  /** Applies a failed call to the connection. @param at when the call began, milliseconds since 1970 */
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

  /** Pauses the connection or warns its managers if a failure concerns more than its message. */
  async applyProviderLimits({ id, pauseMs, restrictsNumber, ...notice }: ConnectionFailure): Promise<void> {
    const { companyId } = this.db;
    let changed = 0;
    if (pauseMs !== undefined) changed += await this.db.run(pauseConnection(companyId, id, pauseMs, notice));
    if (restrictsNumber) changed += await this.db.run(storeWarning(companyId, id, notice));
    if (changed > 0) await this.connections.refreshAndEmit(id);
  }

  /** What the provider reports about the account: managers see it and get a mail. */
  @OnEvent(AccountReported)
  async accountReported({ connectionId: id, effect, code, text, until }: AccountReported): Promise<void> {
    if (effect === 'disconnect') return this.disconnect({ id, code, text });
    const pauseMs = until === null ? 0 : until - this.clock.now().getTime();
    if (effect === 'pause' && pauseMs > 0)
      await this.db.run(pauseConnection(this.db.companyId, id, pauseMs, { code, text }));
    await this.warn({ id, code, text });
  }

  /** Shows a warning to managers and mails it to the administrators; one that was shown lately changes nothing. */
  async warn({ id, code, text }: ConnectionFailure): Promise<void> {
    const changed = await this.db.run(storeWarning(this.db.companyId, id, { code, text }));
    if (changed === 0) return;
    this.audit.record('connection.warned', id, { code });
    await this.enqueueAlerts(id, `warning:${code}:${this.clock.now().getTime()}`, { code, text, isWarning: true });
    await this.connections.refreshAndEmit(id);
  }

  /**
   * Circuit breaker for failures of the provider, not of a message. Sends that were in flight together count as one
   * failure; from the second in a row the connection pauses, so that not every message calls an unavailable provider.
   */
  async recordFailure({ id, ...failure }: ConnectionFailure, sentAt: Date): Promise<void> {
    const paused = await this.db.row(countFailure(this.db.companyId, id, failure, sentAt));
    if (paused?.paused) await this.connections.refreshAndEmit(id);
  }

  /** The provider accepted a message after failures, or the first message with these credentials. */
  async recordSuccess(id: number): Promise<void> {
    const { companyId } = this.db;
    const reopened = await this.db.run(reopenConnection(companyId, id));
    if (reopened > 0) await this.connections.refreshAndEmit(id);
    else await this.db.run(resetFailures(companyId, id));
  }

  /**
   * Stops sending until a manager reconnects. Each incident is reported once: on screens, in the audit log and by mail
   * to the administrators; `withoutMail` is for a manager who is testing the connection.
   */
  async disconnect({ id, code, text }: ConnectionFailure, { withoutMail = false } = {}): Promise<void> {
    const row = await this.db.row(disconnectConnection(this.db.companyId, id, { code, text }));
    if (!row) return;
    this.audit.record('connection.disconnected', id, { code });
    if (!withoutMail) await this.enqueueAlerts(id, row.incident, { code, text });
    this.events.emit(new ConnectionSendingChanged({ connectionId: id }));
    await this.connections.refreshAndEmit(id);
  }

  /** A manager ends the pause and the warning. */
  async resume(id: number): Promise<ConnectionRecord> {
    await this.connections.get(id);
    await this.db.run(resumeConnection(this.db.companyId, id));
    this.audit.record('connection.resumed', id);
    this.events.emit(new ConnectionSendingChanged({ connectionId: id }));
    return this.connections.refreshAndEmit(id);
  }

  private async enqueueAlerts(
    connectionId: number,
    incident: string,
    alert: Pick<SendConnectionAlert['payload'], 'code' | 'text' | 'isWarning'>,
  ): Promise<void> {
    const admins = await this.db.rows(administratorsOf(this.db.companyId, maxAlerted));
    for (const { id: userId } of admins) {
      await this.jobs.add(
        SendConnectionAlert,
        { connectionId, userId, ...alert },
        { key: `connection-alert:${connectionId}:${incident}:${userId}` },
      );
    }
  }
}
