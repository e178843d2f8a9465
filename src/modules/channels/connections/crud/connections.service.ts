import { isDeepStrictEqual } from 'node:util';
import type { FilterQuery } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { hasLevel } from '../../../../core/access/decorators.js';
import { AppConfig } from '../../../../core/config/config.js';
import { coreErrors } from '../../../../core/errors/core-errors.js';
import { type Locale, t } from '../../../../core/i18n.js';
import { CrudDependencies, CrudService } from '../../../../core/resource/crud.service.js';
import { type FieldMeta, fieldsOf } from '../../../../core/resource/field-meta.js';
import type { Stored } from '../../../../core/resource/record-table.js';
import type { Queue } from '../../../people/queues/queue.entity.js';
import { UsersService } from '../../../people/users/crud/users.service.js';
import type { ChannelCapabilities, ChannelConnection } from '../channels/channel.js';
import { channelDefinition } from '../channels/channel-definitions.js';
import { ChannelsService } from '../channels/channels.service.js';
import { Connection, type ConnectionNotice } from '../connection.entity.js';
import { ConnectionInput } from '../connections.dto.js';
import { connectionErrors } from '../connections.errors.js';
import { ConnectionCredentialsWritten, ConnectionRemoving, ConnectionStatusChanged } from '../connections.events.js';
import { connections } from '../connections.resource.js';
import { addQueues, noteToldStatus, queuesOf, removeOtherQueues } from '../queries/connections.queries.js';
import { ConnectionCredentialsService } from './connection-credentials.service.js';

/** The columns of a connection for users who do not manage connections. */
export interface PublicConnection {
  readonly id: number;
  readonly name: string;
  readonly channel: string;
  readonly status: string;
  readonly isDefault: boolean;
  readonly number: string | null;
  readonly queues: readonly Pick<Queue, 'id' | 'name' | 'color'>[];
  readonly queueIds: readonly number[];
  readonly capabilities: ChannelCapabilities;
  readonly updatedAt: Stored<Connection>['updatedAt'];
}

type Notice = { readonly code: string; readonly text: string } | null;

type ManagedColumns = Pick<
  Stored<Connection>,
  | 'createdAt'
  | 'greetingMessage'
  | 'complationMessage'
  | 'outOfHoursMessage'
  | 'ratingMessage'
  | 'expiresInactiveMessage'
  | 'expiresTicket'
  | 'timeToTransfer'
  | 'transferQueueId'
  | 'outOfHoursDepartment'
  | 'outOfHoursQueueId'
  | 'integrationId'
  | 'timeUseBotQueues'
  | 'maxUseBotQueues'
  | 'messagesPerSecond'
  | 'replyHours'
  | 'provider'
  | 'token'
  | 'lastInboundAt'
  | 'verifiedName'
  | 'quality'
  | 'messagingLimit'
  | 'qrcode'
  | 'warnedAt'
  | 'historyRequestedAt'
  | 'historyProgress'
>;

/** Managers also get the managed columns and the channel's fields; for secrets only whether they are set. */
export interface ConnectionRecord extends PublicConnection, Partial<ManagedColumns> {
  /** Whether the channel pairs a phone by a QR code. */
  readonly pairs?: boolean;
  /** Whether the channel can take in contacts and messages of a phone. */
  readonly hasHistory?: boolean;
  readonly webhookPath?: string | null;
  readonly webhookUrl?: string | null;
  readonly lastError?: Notice;
  readonly pausedUntil?: Stored<Connection>['pausedUntil'];
  readonly pauseReason?: Notice;
  readonly warning?: Notice;
}

export const toPublicConnection = (connection: PublicConnection): PublicConnection => {
  const { id, name, channel, status, isDefault, number, queues, queueIds, capabilities, updatedAt } = connection;
  return { id, name, channel, status, isDefault, number, queues, queueIds, capabilities, updatedAt };
};

@Injectable()
export class ConnectionsService extends CrudService<Connection, ConnectionInput, ConnectionRecord> {
  constructor(
    deps: CrudDependencies,
    private readonly credentials: ConnectionCredentialsService,
    private readonly channels: ChannelsService,
    private readonly config: AppConfig,
    private readonly users: UsersService,
  ) {
    super(connections, deps);
  }

  override async remove(id: number): Promise<void> {
    const connection = await this.find(id);
    const others = await this.em.count(Connection, { id: { $ne: id }, deletedAt: null });
    if (connection.isDefault && others > 0) throw connectionErrors.ERR_NO_OTHER_WHATSAPP();
    await this.deps.events.dispatch(new ConnectionRemoving({ connectionId: id }));
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

  /** The connection in the form that channels take. @throws ERR_NO_WAPP_FOUND also for a removed one. */
  async forChannel(id: number): Promise<ChannelConnection> {
    return this.credentials.forChannel(await this.find(id));
  }

  /** A connection of the company; without an id the default one. @throws ERR_NO_WAPP_FOUND, ERR_NO_DEF_WAPP_FOUND */
  async findOrDefault(id: number | null | undefined): Promise<Connection> {
    if (id) return this.find(id);
    const connection = await this.em.findOne(Connection, { isDefault: true, deletedAt: null });
    if (!connection) throw connectionErrors.ERR_NO_DEF_WAPP_FOUND();
    return connection;
  }

  /** Finds a connection by its API token. @throws ERR_NO_WAPP_FOUND */
  async findByToken(token: string): Promise<Connection> {
    const connection = await this.em.findOne(Connection, {
      tokenHash: this.credentials.hashOf(token),
      deletedAt: null,
    });
    if (!connection) throw this.resource.notFound();
    return connection;
  }

  /** Tokens of live connections by id; empty for callers who may not see tokens. */
  async tokensOf(ids: readonly number[]): Promise<ReadonlyMap<number, string | null>> {
    const { actor } = this.deps.context;
    if (actor.support || actor.program || ids.length === 0) return new Map();
    const rows = await this.em.find(Connection, { id: { $in: [...ids] }, deletedAt: null });
    return new Map(rows.map((row) => [row.id, this.credentials.tokenOf(row)]));
  }

  /** Sends managers the connection as it is now, after a statement changed its row. */
  async refreshAndEmit(id: number): Promise<ConnectionRecord> {
    const connection = await this.find(id);
    await this.em.refresh(connection);
    await this.tellStatus(connection);
    return this.emitChanged('update', connection);
  }

  /** Adds a department to the menu, and leaves the others as they are. @throws 400 when the menu needs a greeting */
  async addQueue(id: number, queueId: number): Promise<ConnectionRecord> {
    const connection = await this.find(id);
    const { queueIds } = await this.presentOne(connection);
    if (queueIds.includes(queueId)) return this.emitChanged('update', connection);
    await this.assertGreeting(connection, { queueIds: [...queueIds, queueId] });
    await this.deps.db.run(addQueues(connection.companyId, id, [queueId]));
    this.recordAudit('updated', connection, { changed: ['queueIds'], values: {} });
    return this.emitChanged('update', connection);
  }

  async rotateToken(id: number): Promise<ConnectionRecord> {
    const connection = await this.find(id);
    this.credentials.assignNewToken(connection);
    await this.em.flush();
    this.deps.audit.record('connection.tokenRotated', id, { name: connection.name });
    return this.emitChanged('update', connection);
  }

  /** Whether the connection still has the credentials of this earlier copy. */
  async hasSameCredentials({ id, credentials }: ChannelConnection): Promise<boolean> {
    return (await this.exists(id)) && isDeepStrictEqual((await this.forChannel(id)).credentials, credentials);
  }

  async exists(id: number): Promise<boolean> {
    return (await this.em.count(Connection, { id, deletedAt: null })) > 0;
  }

  /** @throws ERR_WAPP_NOT_INITIALIZED when the connection would refuse every message now. */
  async assertConnected(id: number): Promise<void> {
    this.assertSends((await this.find(id)).status);
  }

  /** Like {@link assertConnected}, for a status that was already read; null: the connection was removed. */
  assertSends(status: string | null): void {
    if (status === null) throw this.resource.notFound();
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
    const { queueIds, isDefault, channel, ...rest } = input;
    if (creating && channel) connection.channel = channel;
    const { initialStatus, checkedFields = [] } = channelDefinition(connection.channel);
    // forms send whole records, so a field with an unchanged value is not a new credential
    const hasNewCredentials = checkedFields.some(
      (field) => input[field] && input[field] !== connection[field as keyof Connection],
    );
    await this.assertGreeting(connection, input);
    const before = { ...connection };
    await super.write(connection, rest, creating);
    assertDepartments(connection, before);
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
    if (creating) this.credentials.assignNewToken(connection);
    this.credentials.assign(connection, input, creating);
    await this.em.flush();
    if (input.queueIds) await this.writeQueues(connection.id, input.queueIds);
    if (channelDefinition(connection.channel).checkedFields?.some((field) => input[field]))
      await this.deps.events.dispatch(new ConnectionCredentialsWritten({ connectionId: connection.id }));
    await this.tellStatus(connection);
  }

  protected override async present(rows: readonly Stored<Connection>[]): Promise<ConnectionRecord[]> {
    const links = await this.deps.db.rows(
      queuesOf(
        this.deps.context.companyId,
        rows.map(({ id }) => id),
      ),
    );
    const actor = this.deps.context.maybeActor;
    // programs must not read the secrets of connections
    const isManager = !actor || (hasLevel(actor, 'admin') && !actor.program);
    const shared = (row: Stored<Connection>) => {
      const queues = links
        .filter(({ connectionId }) => connectionId === row.id)
        .map(({ id, name, color }) => ({ id, name, color }));
      const { capabilities } = this.channels.get(row.channel);
      return { queues, queueIds: queues.map(({ id }) => id), capabilities };
    };
    return isManager
      ? this.records(rows, (row) => ({ ...shared(row), ...this.managerFields(row) }))
      : rows.map((row) => toPublicConnection({ ...row, ...shared(row) }));
  }

  /** Compares with the last reported status: statements also change the status, and other columns may have changed. */
  private async tellStatus({ id, companyId, status }: Connection): Promise<void> {
    const changed = await this.deps.db.run(noteToldStatus(companyId, id, status));
    if (changed > 0) this.deps.events.emit(new ConnectionStatusChanged({ companyId, connectionId: id, status }));
  }

  private managerFields(row: Stored<Connection>) {
    const { locale, maybeActor } = this.deps.context;
    const { webhookRoute } = channelDefinition(row.channel);
    const webhookPath = webhookRoute ? `/${webhookRoute.replace(':connectionId', String(row.id))}` : null;
    const pausedUntil = row.pausedUntil !== null && new Date(row.pausedUntil) > new Date() ? row.pausedUntil : null;
    return {
      // support staff must not be able to use the token after their session
      token: maybeActor?.support ? null : this.credentials.tokenOf(row),
      provider: row.provider,
      ...this.credentials.view(row),
      webhookPath,
      webhookUrl: webhookPath && `${this.config.publicUrl.replace(/\/+$/, '')}${webhookPath}`,
      lastError: localized(row.lastError, locale),
      lastInboundAt: row.lastInboundAt,
      verifiedName: row.verifiedName,
      quality: row.quality,
      messagingLimit: row.messagingLimit,
      pairs: this.channels.get(row.channel).sessions !== undefined,
      qrcode: row.qrcode,
      pausedUntil,
      pauseReason: pausedUntil === null ? null : localized(row.pauseReason, locale),
      warning: localized(row.warning, locale),
      warnedAt: row.warnedAt,
      hasHistory: this.channels.get(row.channel).requestHistory !== undefined,
      historyRequestedAt: row.historyRequestedAt,
      historyProgress: row.historyProgress,
    };
  }

  /** With several departments customers choose from a menu, which the greeting introduces (spec 002 §5). */
  private async assertGreeting(
    { id, greetingMessage: before }: Connection,
    { queueIds, greetingMessage = before }: Partial<ConnectionInput>,
  ): Promise<void> {
    if (greetingMessage?.trim() || (!queueIds && greetingMessage === before)) return;
    const queues = queueIds ?? (await this.deps.db.rows(queuesOf(this.deps.context.companyId, [id])));
    if (queues.length <= 1) return;
    const { text } = connectionErrors.ERR_WAPP_GREETING_REQUIRED();
    throw connectionErrors.ERR_WAPP_GREETING_REQUIRED({ fields: { greetingMessage: text } });
  }

  /** The first connection is the default until another one is. @throws ERR_NO_OTHER_WHATSAPP when none would remain */
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
    await this.deps.db.run(removeOtherQueues(companyId, connectionId, queueIds));
    await this.deps.db.run(addQueues(companyId, connectionId, queueIds));
  }
}

const localized = (notice: ConnectionNotice | null, locale: Locale): Notice =>
  notice && { code: notice.code, text: notice.text[locale] };

const required = t('Obrigatório', 'Required', 'Obligatorio');

const needsDepartment = t('Escolha o departamento', 'Choose the department', 'Elija el departamento');

/**
 * Options that move conversations need the department to which they move them. Stored ones may lack it, as that of a
 * removed department; then the other fields can still be written.
 */
function assertDepartments(connection: Connection, before: Readonly<Partial<Connection>>): void {
  const { timeToTransfer, transferQueueId, outOfHoursDepartment, outOfHoursQueueId } = connection;
  const changes = (...names: readonly (keyof Connection)[]): boolean =>
    names.some((name) => connection[name] !== before[name]);
  const fields = {
    ...(timeToTransfer > 0 && !transferQueueId && changes('timeToTransfer', 'transferQueueId')
      ? { transferQueueId: needsDepartment }
      : {}),
    ...(outOfHoursDepartment === 'fixed' && !outOfHoursQueueId && changes('outOfHoursDepartment', 'outOfHoursQueueId')
      ? { outOfHoursQueueId: needsDepartment }
      : {}),
  };
  if (Object.keys(fields).length > 0) throw coreErrors.ERR_VALIDATION({ fields });
}

/** Fields that the channel requires and that the input does not contain. */
const missingFields = (channel: string, input: Partial<ConnectionInput>): FieldMeta[] =>
  fieldsOf(ConnectionInput).filter(({ name, when }) => when?.required && when.is.includes(channel) && !input[name]);
