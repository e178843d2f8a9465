import { Injectable } from '@nestjs/common';
import { Audit } from '../../../../core/audit/audit.js';
import { Context } from '../../../../core/context.js';
import { Db } from '../../../../core/database/db.js';
import { Events } from '../../../../core/events/events.js';
import type { ChannelConnection, ConnectionCheck, ProviderAccount } from '../channels/channel.js';
import { ChannelsService } from '../channels/channels.service.js';
import { type ConnectionStatus, connectionStatuses } from '../connection.entity.js';
import { connectionErrors } from '../connections.errors.js';
import { ConnectionSendingChanged } from '../connections.events.js';
import { ConnectionsService } from '../crud/connections.service.js';
import { noteHistoryRequest, reserveHistoryIds, restoreHistoryProgress } from '../inbox/phone-history.queries.js';
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

/** Checks connections with their providers, outside of any transaction, and stores the result. */
@Injectable()
export class ConnectionChecksService {
  constructor(
    private readonly db: Db,
    private readonly context: Context,
    private readonly audit: Audit,
    private readonly events: Events,
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
    const earlier = await this.db.runAs(companyId, async () => {
      await this.db.run(reserveHistoryIds(companyId, id));
      const before = await this.db.row(noteHistoryRequest(companyId, id));
      this.audit.record('connection.history_requested', id);
      await this.connections.refreshAndEmit(id);
      return before?.progress ?? null;
    });
    const refusal = await channel.requestHistory(connection);
    if (!refusal) return { ok: true, ...noFacts };
    await this.db.runAs(companyId, async () => {
      await this.db.run(restoreHistoryProgress(companyId, id, earlier));
      await this.connections.refreshAndEmit(id);
    });
    return { ok: false, ...noFacts, code: refusal.code, problem: refusal.text[this.context.locale] };
  }

  /** Asks the provider, without storing the result. */
  async runCheck(companyId: number, id: number): Promise<{ connection: ChannelConnection; check: ConnectionCheck }> {
    const connection = await this.db.runAs(companyId, () => this.connections.forChannel(id));
    return { connection, check: await this.channels.get(connection.channel).check(connection) };
  }

  /** Does nothing when the credentials have changed since the check. */
  async storeResult(connection: ChannelConnection, check: ConnectionCheck, reconnect: boolean): Promise<void> {
    const { id, companyId } = connection;
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
