import { randomInt } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { FilterQuery } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { hasLevel } from '../../core/access/decorators.js';
import { AppConfig } from '../../core/config/config.js';
import { SecretCipher } from '../../core/crypto/secret-cipher.js';
import { coreErrors } from '../../core/errors/core-errors.js';
import { type Locale, t } from '../../core/i18n.js';
import { Jobs } from '../../core/jobs/jobs.js';
import { CrudKit, CrudService } from '../../core/resource/crud.service.js';
import { type FieldMeta, fieldsOf } from '../../core/resource/field-meta.js';
import { PlanLimits } from '../companies/plan-limits.service.js';
import { UsersService } from '../users/users.service.js';
import type { ChannelConnection } from './channels/channel.js';
import { channelDefinition, channelDefinitions } from './channels/channel-definitions.js';
import { Channels } from './channels/channels.service.js';
import { Connection, type ConnectionNotice } from './connection.entity.js';
import { ConnectionInput } from './connections.dto.js';
import { connectionErrors } from './connections.errors.js';
import { ConnectionRemoving } from './connections.events.js';
import { queuesOf } from './connections.queries.js';
import { connections } from './connections.resource.js';
import { connectionColumn, newEncryptedToken } from './connections.secrets.js';
import { CheckConnection } from './health/check-connection.job.js';

/** A connection for users who do not manage connections. */
export interface PublicConnection {
  readonly id: number;
  readonly name: string;
  readonly channel: string;
  readonly status: string;
  readonly isDefault: boolean;
  readonly number: string | null;
  readonly queues: readonly object[];
  readonly queueIds: readonly number[];
  readonly capabilities: object;
  readonly updatedAt: Date;
}

export const toPublicConnection = (connection: PublicConnection): PublicConnection => {
  const { id, name, channel, status, isDefault, number, queues, queueIds, capabilities, updatedAt } = connection;
  return { id, name, channel, status, isDefault, number, queues, queueIds, capabilities, updatedAt };
};

const alphabet = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const generatedToken = (): string => Array.from({ length: 15 }, () => alphabet[randomInt(alphabet.length)]).join('');

@Injectable()
export class ConnectionsService extends CrudService<Connection, ConnectionInput> {
  constructor(
    kit: CrudKit,
    private readonly secretCipher: SecretCipher,
    private readonly limits: PlanLimits,
    private readonly channels: Channels,
    private readonly config: AppConfig,
    private readonly jobs: Jobs,
    private readonly users: UsersService,
  ) {
    super(connections, kit);
  }

  override async remove(id: number): Promise<void> {
    const connection = await this.find(id);
    const others = await this.em.count(Connection, { id: { $ne: id }, deletedAt: null });
    if (connection.isDefault && others > 0) throw connectionErrors.ERR_NO_OTHER_WHATSAPP();
    await this.deps.events.dispatch(new ConnectionRemoving(id));
    await this.users.clearDefaultConnection(id);
    connection.deletedAt = new Date();
    connection.isDefault = false;
    connection.credentials = {};
    connection.token = null;
    connection.tokenHash = null;
    await this.em.flush();
    this.recordAudit('deleted', connection);
    this.emitRemoved(connection);
  }

  /** The connection as its channel needs it. @throws ERR_NO_WAPP_FOUND also for a removed one. */
  async forChannel(id: number): Promise<ChannelConnection> {
    const connection = await this.find(id);
    return {
      id,
      companyId: connection.companyId,
      channel: connection.channel,
      number: connection.number,
      credentials: Object.fromEntries([
        ...Object.keys(connection.credentials).map((name) => [name, this.credential(connection, name)]),
        ...Object.entries(channelDefinition(connection.channel).columns ?? {}).flatMap(([column, name]) => {
          const value = connection[column as keyof Connection];
          return value ? [[name, String(value)]] : [];
        }),
      ]),
    };
  }

  /** A live connection of the caller's company, or the default one. @throws ERR_NO_WAPP_FOUND, ERR_NO_DEF_WAPP_FOUND */
  async findOrDefault(id: number | null | undefined): Promise<Connection> {
    if (id) return this.find(id);
    const connection = await this.em.findOne(Connection, { isDefault: true, deletedAt: null });
    if (!connection) throw connectionErrors.ERR_NO_DEF_WAPP_FOUND();
    return connection;
  }

  /** Shows managers the connection as it is now, after statements changed its row. */
  async refreshAndEmit(id: number): Promise<object> {
    const connection = await this.find(id);
    await this.em.refresh(connection);
    return this.emitUpdated(connection);
  }

  /** Whether the connection still has the credentials it had when this was read. */
  async hasSameCredentials({ id, credentials }: ChannelConnection): Promise<boolean> {
    return (await this.exists(id)) && isDeepStrictEqual((await this.forChannel(id)).credentials, credentials);
  }

  async exists(id: number): Promise<boolean> {
    return (await this.em.count(Connection, { id, deletedAt: null })) > 0;
  }

  /** @throws ERR_WAPP_NOT_INITIALIZED when what is sent now would only be refused. */
  async assertConnected(id: number): Promise<void> {
    const { status } = await this.find(id);
    if (status === 'DISCONNECTED') throw connectionErrors.ERR_WAPP_NOT_INITIALIZED();
  }

  protected override where(): FilterQuery<Connection> {
    return { deletedAt: null };
  }

  protected override initialValues(): object {
    return { status: 'OPENING', isDefault: false, credentials: {}, token: null, tokenHash: null };
  }

  protected override async write(
    connection: Connection,
    input: Partial<ConnectionInput>,
    creating: boolean,
  ): Promise<void> {
    if (creating) await this.limits.assertWithinLimit('connections');
    const { queueIds, isDefault, channel, ...rest } = input;
    if (creating && channel) connection.channel = channel;
    const { initialStatus, checkedFields = [] } = channelDefinition(connection.channel);
    // forms post whole records, so that an unchanged column is no new credential
    const hasNewCredentials = checkedFields.some(
      (field) => input[field] && input[field] !== connection[field as keyof Connection],
    );
    const greeting = rest.greetingMessage ?? connection.greetingMessage;
    if (queueIds && queueIds.length > 1 && !greeting?.trim()) throw connectionErrors.ERR_WAPP_GREETING_REQUIRED();
    await super.write(connection, rest, creating);
    await this.writeDefault(connection, isDefault, creating);
    const missing = creating ? missingFields(connection.channel, input) : [];
    if (missing.length > 0)
      throw coreErrors.ERR_VALIDATION({
        fields: Object.fromEntries(missing.map(({ name, messages }) => [name, messages['required'] ?? required])),
      });
    if (creating || hasNewCredentials) {
      connection.status = initialStatus;
      connection.lastError = null;
    }
  }

  protected override async afterWrite(
    connection: Connection,
    input: Partial<ConnectionInput>,
    creating: boolean,
  ): Promise<void> {
    const { encrypted = {}, generatedField, checkedFields = [] } = channelDefinition(connection.channel);
    // the cipher text contains the id, which a new row has from here on
    if (creating) this.assignNewToken(connection);
    const credentials = { ...connection.credentials };
    for (const [field, name] of Object.entries(encrypted)) {
      const value = input[field] || (creating && field === generatedField && generatedToken());
      if (value) credentials[name] = this.secretCipher.encrypt(String(value), connectionColumn(connection, name));
      // secret fields never arrive as null (CrudService)
      else if (input[field] === null) delete credentials[name];
    }
    connection.credentials = credentials;
    await this.em.flush();
    if (input.queueIds) await this.writeQueues(connection.id, input.queueIds);
    if (checkedFields.some((field) => input[field]))
      await this.jobs.add(CheckConnection, { connectionId: connection.id });
  }

  protected override async present(rows: readonly Connection[]): Promise<object[]> {
    const records = await super.present(rows);
    const links = await this.deps.db.rows(
      queuesOf(
        this.deps.context.companyId,
        rows.map(({ id }) => id),
      ),
    );
    const actor = this.deps.context.maybeActor;
    const isManager = !actor || hasLevel(actor, 'admin');
    return rows.map((row, index) => {
      const queues = links
        .filter(({ connectionId }) => connectionId === row.id)
        .map(({ id, name, color }) => ({ id, name, color }));
      const { capabilities } = this.channels.get(row.channel);
      const common = { queues, queueIds: queues.map(({ id }) => id), capabilities };
      return isManager
        ? { ...records[index], ...common, ...this.managerFields(row) }
        : toPublicConnection({ ...row, ...common });
    });
  }

  private managerFields(row: Connection): object {
    const { webhookRoute } = channelDefinition(row.channel);
    const webhookPath = webhookRoute ? `/${webhookRoute.replace(':connectionId', String(row.id))}` : null;
    const { locale } = this.deps.context;
    const pausedUntil = row.pausedUntil && new Date(row.pausedUntil) > new Date() ? row.pausedUntil : null;
    return {
      token: row.token ? this.secretCipher.decrypt(row.token, connectionColumn(row)) : null,
      provider: row.provider,
      ...this.credentialFields(row),
      webhookPath,
      webhookUrl: webhookPath && `${this.config.publicUrl.replace(/\/+$/, '')}${webhookPath}`,
      lastError: localized(row.lastError, locale),
      lastInboundAt: row.lastInboundAt,
      verifiedName: row.verifiedName,
      quality: row.quality,
      pausedUntil,
      pauseReason: pausedUntil && localized(row.pauseReason, locale),
      warning: localized(row.warning, locale),
      warnedAt: row.warnedAt,
    };
  }

  /** Which secrets are set, and the encrypted values that managers may read; of every channel, so that all rows have one shape. */
  private credentialFields(row: Connection): object {
    return Object.fromEntries(
      channelDefinitions.flatMap((channel) =>
        Object.entries(channel.encrypted ?? {}).flatMap(([field, name]) => {
          const own = channel.name === row.channel && name in row.credentials;
          const isSecret = this.fields.some((meta) => meta.name === field && meta.writeOnly);
          return [
            ...(isSecret ? [[`${field}Set`, own]] : []),
            ...(isSecret && field !== channel.generatedField ? [] : [[field, own ? this.credential(row, name) : null]]),
          ];
        }),
      ),
    );
  }

  private credential(connection: Connection, name: string): string {
    return this.secretCipher.decrypt(connection.credentials[name] ?? '', connectionColumn(connection, name));
  }

  private assignNewToken(connection: Connection): void {
    Object.assign(connection, newEncryptedToken(this.secretCipher, connection));
  }

  /** The first connection is the default, until another becomes it. @throws ERR_NO_OTHER_WHATSAPP when none would be left */
  private async writeDefault(connection: Connection, wanted: boolean | undefined, creating: boolean): Promise<void> {
    const current = await this.em.findOne(Connection, { isDefault: true, deletedAt: null });
    if (!current) connection.isDefault = true;
    else if (wanted === true && current !== connection) {
      current.isDefault = false;
      await this.em.flush();
      connection.isDefault = true;
    } else if (wanted === false && current === connection) throw connectionErrors.ERR_NO_OTHER_WHATSAPP();
    else if (creating) connection.isDefault = false;
  }

  private async writeQueues(connectionId: number, queueIds: readonly number[]): Promise<void> {
    const companyId = this.deps.context.companyId;
    await this.deps.db.run(
      sql`delete from connection_queues where company_id = ${companyId} and connection_id = ${connectionId}
       and not (queue_id = any(${queueIds}::bigint[]))`,
    );
    await this.deps.db.run(
      sql`insert into connection_queues (company_id, connection_id, queue_id) select ${companyId}, ${connectionId},
       unnest(${queueIds}::bigint[])
       on conflict (company_id, connection_id, queue_id) do nothing`,
    );
  }
}

const localized = (notice: ConnectionNotice | null, locale: Locale): { code: string; text: string } | null =>
  notice && { code: notice.code, text: notice.text[locale] };

const required = t('Obrigatório', 'Required', 'Obligatorio');

/** Fields that this channel requires and the input leaves out. */
const missingFields = (channel: string, input: Partial<ConnectionInput>): FieldMeta[] =>
  fieldsOf(ConnectionInput).filter(({ name, when }) => when?.required && when.is.includes(channel) && !input[name]);
