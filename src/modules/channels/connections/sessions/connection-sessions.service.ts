import { Injectable, Logger } from '@nestjs/common';
import { Audit } from '../../../../core/audit/audit.js';
import { Db } from '../../../../core/database/db.js';
import type { Statement } from '../../../../core/database/statements.js';
import { Events } from '../../../../core/events/events.js';
import { normalisePhone, phoneFrom } from '../../../../core/phone.js';
import { SettingsService } from '../../../people/settings/crud/settings.service.js';
import type { ChannelConnection, ChannelSessions, ProviderFailure } from '../channels/channel.js';
import { ChannelsService } from '../channels/channels.service.js';
import { SessionReports, type SessionState } from '../channels/session-reports.js';
import { connectionErrors } from '../connections.errors.js';
import { ConnectionSendingChanged } from '../connections.events.js';
import { type ConnectionRecord, ConnectionsService } from '../crud/connections.service.js';
import { ConnectionChecksService } from '../health/connection-checks.service.js';
import { ConnectionHealthService } from '../health/connection-health.service.js';
import { clearQrCode, lockConnection, storeSessionState } from './connection-sessions.queries.js';

/** A number that exists at the provider. */
export interface NumberCheck {
  readonly number: string;
}

/** A manager connects, pairs and disconnects here; channels call the provider outside of any transaction. */
@Injectable()
export class ConnectionSessionsService extends SessionReports {
  private readonly logger = new Logger('Connections');

  constructor(
    private readonly db: Db,
    private readonly events: Events,
    private readonly audit: Audit,
    private readonly channels: ChannelsService,
    private readonly connections: ConnectionsService,
    private readonly checks: ConnectionChecksService,
    private readonly health: ConnectionHealthService,
    private readonly settings: SettingsService,
  ) {
    super();
  }

  /** Connects again with the paired phone; a channel that pairs no phone checks its credentials instead. */
  async retry(companyId: number, id: number): Promise<ConnectionRecord> {
    const { connection, sessions } = await this.load(companyId, id);
    if (sessions) await sessions.connect(connection);
    else await this.checks.test(companyId, id);
    return this.db.runAs(companyId, () => this.connections.get(id));
  }

  /**
   * Requests another QR code, or with the number of the phone a code to type there.
   * @throws 422 ERR_CHANNEL_CANNOT when the channel pairs no phone
   */
  async pair(companyId: number, id: number, number: string | null): Promise<ConnectionRecord> {
    const { connection, sessions } = await this.load(companyId, id);
    if (!sessions) throw connectionErrors.ERR_CHANNEL_CANNOT();
    await sessions.pair(connection, number && accountNumber(number, await this.countryOf(companyId)));
    return this.db.runAs(companyId, () => this.connections.get(id));
  }

  /** Nothing is sent any more until a manager connects again. */
  async disconnect(companyId: number, id: number): Promise<ConnectionRecord> {
    const { connection, sessions } = await this.load(companyId, id);
    await sessions?.disconnect(connection);
    return this.db.runAs(companyId, async () => {
      const changed = await this.store(id, { status: 'DISCONNECTED', qrcode: '' });
      if (changed) this.audit.record('connection.stopped', id);
      return this.connections.refreshAndEmit(id);
    });
  }

  /**
   * Asks the provider whether a number can be contacted.
   * @throws 422 ERR_CHANNEL_CANNOT, 400 ERR_WAPP_INVALID_CONTACT if not, ERR_WAPP_CHECK_CONTACT without an answer
   */
  async checkNumber(companyId: number, id: number, written: string): Promise<NumberCheck> {
    const number = phoneFrom(written, await this.countryOf(companyId));
    const connection = await this.db.runAs(companyId, () => this.connections.forChannel(id));
    const channel = this.channels.get(connection.channel);
    if (!channel.hasNumber) throw connectionErrors.ERR_CHANNEL_CANNOT();
    const exists = await channel.hasNumber(connection, number).catch((error: unknown) => {
      this.logger.warn({ msg: 'number not checked', connectionId: id, reason: String(error) });
      throw connectionErrors.ERR_WAPP_CHECK_CONTACT();
    });
    if (!exists) throw connectionErrors.ERR_WAPP_INVALID_CONTACT();
    return { number };
  }

  async report(companyId: number, id: number, state: SessionState, current?: Statement): Promise<void> {
    await this.db.runAs(companyId, async () => {
      if (current) {
        // the connection is locked first, in the same order as when it is removed
        await this.db.row(lockConnection(companyId, id));
        if (!(await this.db.row(current))) return;
      }
      if (await this.store(id, state)) await this.connections.refreshAndEmit(id);
    });
  }

  async end(companyId: number, id: number, failure: ProviderFailure): Promise<void> {
    await this.db.runAs(companyId, async () => {
      await this.db.run(clearQrCode(companyId, id));
      await this.health.disconnect({ id, ...failure });
    });
  }

  private countryOf(companyId: number): Promise<string> {
    return this.db.runAs(companyId, () => this.settings.get('country'));
  }

  private async store(id: number, state: SessionState): Promise<boolean> {
    const changed = await this.db.run(storeSessionState(this.db.companyId, id, state));
    if (changed > 0) this.events.emit(new ConnectionSendingChanged({ connectionId: id }));
    return changed > 0;
  }

  private async load(
    companyId: number,
    id: number,
  ): Promise<{ connection: ChannelConnection; sessions: ChannelSessions | undefined }> {
    const connection = await this.db.runAs(companyId, () => this.connections.forChannel(id));
    return { connection, sessions: this.channels.get(connection.channel).sessions };
  }
}

/** Adds the country code, but not the ninth digit if it was left out: older accounts are registered without it. */
function accountNumber(written: string, country: string): string {
  const [number, digits] = [phoneFrom(written, country), written.replace(/\D/g, '')];
  return normalisePhone(digits) === number ? digits : number;
}
