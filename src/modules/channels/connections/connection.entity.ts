import { Entity, Index, Property, Unique } from '@mikro-orm/decorators/legacy';
import type { Opt } from '@mikro-orm/postgresql';
import { IdType } from '../../../core/database/database-types.js';
import { ForeignKey } from '../../../core/database/foreign-keys.js';
import { TenantEntity } from '../../../core/database/tenant.entity.js';
import type { Localized } from '../../../core/i18n.js';
import { Queue } from '../../people/queues/queue.entity.js';

export const connectionStatuses = ['qrcode', 'PAIRING', 'DISCONNECTED', 'TIMEOUT', 'OPENING', 'CONNECTED'] as const;
export type ConnectionStatus = (typeof connectionStatuses)[number];

/** A problem of a connection that the provider reported. */
export interface ConnectionNotice {
  readonly code: string;
  readonly text: Localized;
}

/** `none`: the one it has; `choose`: the customer chooses from the menu; `fixed`: that of `outOfHoursQueueId`. */
export type OutOfHoursDepartment = 'none' | 'choose' | 'fixed';

/** A number or account of a company (`whatsapp` in the spec). Soft-deleted, because conversations refer to it. */
@Entity({ tableName: 'connections' })
@Unique({ properties: ['tokenHash'] })
@Index({ properties: ['companyId', 'deletedAt'] })
export class Connection extends TenantEntity {
  @Property({ length: 50 })
  name!: string;

  @Property({ length: 20 })
  channel!: string;

  @Property({ length: 20 })
  status!: ConnectionStatus;

  /** The status that the last `ConnectionStatusChanged` reported; null before the first one. */
  @Property({ length: 20, nullable: true })
  notifiedStatus!: ConnectionStatus | null;

  @Property({ type: 'boolean' })
  isDefault!: boolean;

  @Property({ length: 50, nullable: true })
  number!: string | null;

  @Property({ length: 20, default: 'beta' })
  provider!: string;

  /** The token with which integrations authenticate, encrypted. */
  @Property({ type: 'text', nullable: true, hidden: true })
  token!: string | null;

  /** HMAC of the token, for lookups. */
  @Property({ length: 64, nullable: true, hidden: true })
  tokenHash!: string | null;

  @Property({ type: 'text', default: '' }) greetingMessage!: string;
  @Property({ type: 'text', default: '' }) complationMessage!: string;
  @Property({ type: 'text', default: '' }) outOfHoursMessage!: string;
  @Property({ type: 'text', default: '' }) ratingMessage!: string;
  @Property({ type: 'text', default: '' }) expiresInactiveMessage!: string;
  @Property({ type: 'integer', default: 0 }) expiresTicket!: number;
  @Property({ type: 'integer', default: 0 }) timeUseBotQueues!: number;
  @Property({ type: 'integer', default: 3 }) maxUseBotQueues!: number;
  @Property({ type: 'integer', default: 0 }) timeToTransfer!: number;

  @ForeignKey(() => Queue, { nullable: true })
  transferQueueId!: number | null;

  /** What department a conversation gets that begins out of hours. */
  @Property({ length: 10, default: 'none' })
  outOfHoursDepartment!: OutOfHoursDepartment & Opt;

  @ForeignKey(() => Queue, { nullable: true })
  outOfHoursQueueId!: number | null;

  /** The prompt that answers its conversations while they have no attendant. */
  @Property({ type: IdType, nullable: true })
  promptId!: number | null;

  /** The integration that answers its conversations; the table belongs to a later module. */
  @Property({ type: IdType, nullable: true })
  integrationId!: number | null;

  /** Id of the phone number, page or account at Meta; unique on the platform among connections that are not removed. */
  @Property({ length: 50, nullable: true })
  facebookUserId!: string | null;

  /** Encrypted fields of the channel (`ChannelOptions.encrypted`). */
  @Property({ type: 'json', hidden: true, defaultRaw: `'{}'` })
  credentials!: Record<string, string>;

  /** Failure of the last call to the provider, or a problem to fix although calls work; null after a success. */
  @Property({ type: 'json', nullable: true })
  lastError!: ConnectionNotice | null;

  /** Cloud API: id of the WhatsApp Business account that the number belongs to. */
  @Property({ length: 50, nullable: true })
  facebookPageUserId!: string | null;

  /** Display name and quality rating, reported by the provider. */
  @Property({ length: 255, nullable: true }) verifiedName!: string | null;
  @Property({ length: 20, nullable: true }) quality!: string | null;

  /** How many conversations a day the number may begin, in the provider's spelling (`TIER_1K`). */
  @Property({ length: 30, nullable: true })
  messagingLimit!: string | null;

  /** What a phone scans to pair with the connection; empty at any other time. */
  @Property({ type: 'text', default: '' })
  qrcode!: string;

  /** null: the rate of the channel applies. */
  @Property({ type: 'integer', nullable: true })
  messagesPerSecond!: number | null;

  /** Hours after a customer's message in which they may be answered; null: the limit of the channel applies. */
  @Property({ type: 'integer', nullable: true })
  replyHours!: number | null;

  /** Nothing is sent before this time. */
  @Property({ type: 'datetime', length: 3, nullable: true })
  pausedUntil!: Date | null;

  @Property({ type: 'json', nullable: true })
  pauseReason!: ConnectionNotice | null;

  /** Circuit breaker: consecutive failures of the provider, and when the last was counted. */
  @Property({ type: 'integer', default: 0 }) troubles!: number;
  @Property({ type: 'datetime', length: 3, nullable: true }) troubledAt!: Date | null;

  /** The provider restricts the number for what was sent from it; stays until a manager resumes. */
  @Property({ type: 'json', nullable: true }) warning!: ConnectionNotice | null;
  @Property({ type: 'datetime', length: 3, nullable: true }) warnedAt!: Date | null;

  @Property({ type: 'datetime', length: 3, nullable: true })
  lastInboundAt!: Date | null;

  /** When a manager asked the provider for contacts and messages of the phone; history is only stored afterwards. */
  @Property({ type: 'datetime', length: 3, nullable: true })
  historyRequestedAt!: Date | null;

  /** How much of the history the provider has sent, in percent. */
  @Property({ type: 'smallint', nullable: true })
  historyProgress!: number | null;

  /** The next id for a message of the history; these ids are lower than those of messages received since the request. */
  @Property({ type: IdType, nullable: true })
  historyNextId!: number | null;

  @Property({ type: IdType, nullable: true })
  historyLastId!: number | null;

  @Property({ type: 'datetime', length: 3, nullable: true })
  deletedAt!: Date | null;
}

@Entity({ tableName: 'connection_queues' })
@Unique({ properties: ['companyId', 'connectionId', 'queueId'] })
export class ConnectionQueue extends TenantEntity {
  @ForeignKey(() => Connection, { onDelete: 'cascade' })
  connectionId!: number;

  @ForeignKey(() => Queue, { onDelete: 'cascade' })
  queueId!: number;
}
