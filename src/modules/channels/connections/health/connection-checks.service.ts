import { Injectable } from '@nestjs/common';
import { Audit } from '../../../../core/audit/audit.js';
import { Context } from '../../../../core/context.js';
import { Db } from '../../../../core/database/db.js';
import { OnEvent } from '../../../../core/events/event.js';
import { Events } from '../../../../core/events/events.js';
import { JobHandler, type JobRun } from '../../../../core/jobs/job.js';
import { Jobs } from '../../../../core/jobs/jobs.js';
import type { ChannelConnection, ConnectionCheck, ProviderAccount } from '../channels/channel.js';
import { ChannelsService } from '../channels/channels.service.js';
import { type ConnectionStatus, connectionStatuses } from '../connection.entity.js';
import { connectionErrors } from '../connections.errors.js';
import { ConnectionSendingChanged, NumberReported } from '../connections.events.js';
import { CheckConnection, ConnectionsService } from '../crud/connections.service.js';
import { noteHistoryRequest, reserveHistoryIds } from '../inbox/phone-history.queries.js';
import { storeCheck } from './connection-health.queries.js';
import { ConnectionHealthService } from './connection-health.service.js';

/** The response of `POST /whatsapp/:id/test`. */
export interface CheckAnswer {
  readonly ok: boolean;
  readonly number: string | null;
  readonly name: string | null;
  readonly quality: string | null;
  readonly messagingLimit: string | null;
  readonly code?: string;
  readonly problem?: string;
  /** Accounts of which one has to be chosen for the connection. */
  readonly accounts?: readonly ProviderAccount[];
}

const noFacts = { number: null, name: null, quality: null, messagingLimit: null };
const backoff: readonly number[] = [5, 30, 300, 1800];

/** Checks connections with their providers, outside of any transaction, and stores the result. */
@Injectable()
export class ConnectionChecksService {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly audit: Audit,
    private readonly events: Events,
    private readonly jobs: Jobs,
    private readonly channels: ChannelsService,
    private readonly connections: ConnectionsService,
    private readonly health: ConnectionHealthService,
  ) {}

  /** Reconnects a connection that works again. @throws 409 when another connection has its number now */
  async test(companyId: number, id: number): Promise<CheckAnswer> {
    const { connection, check } = await this.runCheck(companyId, id);
    await this.db.runAs(companyId, () => this.storeResult(connection, check, true));
    const { number, name, quality, messagingLimit } = check.ok ? check.facts : noFacts;
    const problem = check.ok ? check.problem : check;
    const words = problem && { code: problem.code, problem: problem.text[this.context.locale] };
    const accounts = check.ok || !check.accounts ? {} : { accounts: check.accounts };
    return { ok: problem === null, number, name, quality, messagingLimit, ...words, ...accounts };
  }

  /** Returns the result of the test that follows, or why registration failed. @throws 422 ERR_CHANNEL_CANNOT */
  async register(companyId: number, id: number, pin: string): Promise<CheckAnswer> {
    const connection = await this.db.runAs(companyId, () => this.connections.forChannel(id));
    const channel = this.channels.get(connection.channel);
    if (!channel.register) throw connectionErrors.ERR_CHANNEL_CANNOT();
    const refusal = await channel.register(connection, pin);
    if (refusal) return { ok: false, ...noFacts, code: refusal.code, problem: refusal.text[this.context.locale] };
    await this.db.runAs(companyId, async () => this.audit.record('connection.registered', id));
    return this.test(companyId, id);
  }

  /** Asks the provider for the contacts and messages of the phone. @throws 422 ERR_CHANNEL_CANNOT */
  async requestHistory(companyId: number, id: number): Promise<CheckAnswer> {
    const connection = await this.db.runAs(companyId, () => this.connections.forChannel(id));
    const channel = this.channels.get(connection.channel);
    if (!channel.requestHistory) throw connectionErrors.ERR_CHANNEL_CANNOT();
    // noted before: the provider begins to send at once
    await this.db.runAs(companyId, async () => {
      await this.db.run(reserveHistoryIds(companyId, id));
      await this.db.run(noteHistoryRequest(companyId, id));
      this.audit.record('connection.history_requested', id);
      await this.connections.refreshAndEmit(id);
    });
    const refusal = await channel.requestHistory(connection);
    if (!refusal) return { ok: true, ...noFacts };
    return { ok: false, ...noFacts, code: refusal.code, problem: refusal.text[this.context.locale] };
  }

  /** Several reports at the same time cause one check. */
  @OnEvent(NumberReported)
  async reported({ connectionId }: NumberReported): Promise<void> {
    await this.jobs.add(CheckConnection, { connectionId }, { key: `check-connection:${connectionId}` });
  }

  /** Invalid credentials disconnect the connection, so that they do not reserve the number. */
  @JobHandler(CheckConnection, { transactional: false, backoff })
  async perform({ connectionId }: CheckConnection['payload'], { companyId = 0, attempt }: JobRun): Promise<void> {
    if (!(await this.db.runAs(companyId, () => this.connections.exists(connectionId)))) return;
    const { connection, check } = await this.runCheck(companyId, connectionId);
    if (!check.ok && check.kind !== 'auth' && attempt <= backoff.length)
      throw new Error(`${check.code} ${check.text.en}`);
    await this.db.runAs(companyId, () => this.storeResult(connection, check, false));
  }

  private async runCheck(
    companyId: number,
    id: number,
  ): Promise<{ connection: ChannelConnection; check: ConnectionCheck }> {
    const connection = await this.db.runAs(companyId, () => this.connections.forChannel(id));
    return { connection, check: await this.channels.get(connection.channel).check(connection) };
  }

  private async storeResult(connection: ChannelConnection, check: ConnectionCheck, reconnect: boolean): Promise<void> {
    const { id, companyId } = connection;
    // the credentials changed during the check
    if (!(await this.connections.hasSameCredentials(connection))) return;
    if (!check.ok && check.kind === 'auth') {
      await this.health.disconnect({ id, ...check }, { withoutMail: true });
      return;
    }
    // only a manager reconnects a disconnected connection
    const from: readonly ConnectionStatus[] = !check.ok ? ['CONNECTED'] : reconnect ? connectionStatuses : ['OPENING'];
    const row = await this.db.row(storeCheck(companyId, id, check, from));
    if (check.ok && reconnect && row?.was === 'DISCONNECTED')
      this.events.emit(new ConnectionSendingChanged({ connectionId: id }));
    await this.connections.refreshAndEmit(id);
  }
}
