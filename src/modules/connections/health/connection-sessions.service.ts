import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Audit } from '../../../core/audit/audit.js';
import { Db } from '../../../core/database/db.js';
import { Events } from '../../../core/events/events.js';
import type { ChannelConnection, ChannelSessions } from '../channels/channel.js';
import { Channels } from '../channels/channels.service.js';
import { SessionReports, type SessionState } from '../channels/session-reports.js';
import { connectionErrors } from '../connections.errors.js';
import { ConnectionSendingChanged } from '../connections.events.js';
import { type ConnectionRecord, ConnectionsService } from '../connections.service.js';
import { ConnectionChecks } from './connection-checks.service.js';

/** Connecting, pairing and disconnecting by a manager; channels call the provider outside of any transaction. */
@Injectable()
export class ConnectionSessions extends SessionReports {
  constructor(
    private readonly db: Db,
    private readonly events: Events,
    private readonly audit: Audit,
    private readonly channels: Channels,
    private readonly connections: ConnectionsService,
    private readonly checks: ConnectionChecks,
  ) {
    super();
  }

  /** Connects again: with the paired phone, or where the channel pairs none by a check of the credentials. */
  async retry(companyId: number, id: number): Promise<ConnectionRecord> {
    const { connection, sessions } = await this.load(companyId, id);
    if (sessions) await sessions.connect(connection);
    else await this.checks.test(companyId, id);
    return this.db.runAs(companyId, () => this.connections.get(id));
  }

  /** Asks for another QR code. @throws 422 ERR_CHANNEL_CANNOT where the channel has none */
  async pair(companyId: number, id: number): Promise<ConnectionRecord> {
    const { connection, sessions } = await this.load(companyId, id);
    if (!sessions) throw connectionErrors.ERR_CHANNEL_CANNOT();
    await sessions.pair(connection);
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

  async report(companyId: number, id: number, state: SessionState): Promise<void> {
    await this.db.runAs(companyId, async () => {
      if (await this.store(id, state)) await this.connections.refreshAndEmit(id);
    });
  }

  private async store(id: number, { status, qrcode }: SessionState): Promise<boolean> {
    const changed = await this.db.run(sql`
      update connections set status = ${status}, qrcode = ${qrcode}, last_error = null, updated_at = now()
       where company_id = ${this.db.companyId} and id = ${id} and deleted_at is null
         and (status, qrcode) is distinct from (${status}, ${qrcode})`);
    if (changed > 0) this.events.emit(new ConnectionSendingChanged(id));
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
