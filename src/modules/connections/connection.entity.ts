import { Entity, Index, Property, Unique } from '@mikro-orm/decorators/legacy';
import { ForeignKey } from '../../core/database/foreign-keys.js';
import { TenantEntity } from '../../core/database/tenant.entity.js';
import type { Localized } from '../../core/i18n.js';
import { Queue } from '../queues/queue.entity.js';

export const channels = ['sandbox', 'cloudapi', 'whatsapp'] as const;
export type ChannelName = (typeof channels)[number];

export const connectionStatuses = ['qrcode', 'PAIRING', 'DISCONNECTED', 'TIMEOUT', 'OPENING', 'CONNECTED'] as const;
export type ConnectionStatus = (typeof connectionStatuses)[number];

/** Something the provider said of a connection, in words for people. */
export interface ConnectionNotice {
  readonly code: string;
  readonly text: Localized;
}

/** A number or account through which a company talks (the spec's whatsapp). Removed softly: its history stays. */
@Entity({ tableName: 'connections' })
@Unique({ properties: ['tokenHash'] })
@Index({ properties: ['companyId', 'deletedAt'] })
export class Connection extends TenantEntity {
  @Property({ length: 50 })
  name!: string;

  @Property({ length: 20 })
  channel!: ChannelName;

  @Property({ length: 20 })
  status!: ConnectionStatus;

  @Property({ type: 'boolean' })
  isDefault!: boolean;

  @Property({ length: 50, nullable: true })
  number!: string | null;

  @Property({ length: 20, default: 'beta' })
  provider!: string;

  /** Sealed; integrations sign in with it. */
  @Property({ type: 'text', nullable: true, hidden: true })
  token!: string | null;

  /** HMAC of the token, to find it by. */
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

  /** Cloud API: id of the phone number, unique on the platform among connections that are not removed. */
  @Property({ length: 50, nullable: true })
  facebookUserId!: string | null;

  /** Sealed secrets of the provider: facebookUserToken, appSecret, metaToken. */
  @Property({ type: 'json', hidden: true, defaultRaw: `'{}'` })
  credentials!: Record<string, string>;

  /** What the last call to the provider failed with, or what has to be mended although calls work; null once one worked. */
  @Property({ type: 'json', nullable: true })
  lastError!: ConnectionNotice | null;

  /** Cloud API: id of the WhatsApp Business account that the number belongs to. */
  @Property({ length: 50, nullable: true })
  facebookPageUserId!: string | null;

  /** Under which name customers see the number, and how the provider rates it; told by the provider. */
  @Property({ length: 255, nullable: true }) verifiedName!: string | null;
  @Property({ length: 20, nullable: true }) quality!: string | null;

  /** Messages a second that the provider granted; null is what its channel has for everybody. */
  @Property({ type: 'integer', nullable: true })
  messagesPerSecond!: number | null;

  /** Until then nothing is sent, whoever it is for. */
  @Property({ type: 'datetime', length: 3, nullable: true })
  pausedUntil!: Date | null;

  @Property({ type: 'json', nullable: true })
  pauseReason!: ConnectionNotice | null;

  /** Failures of the provider one after the other, and when the last was counted. */
  @Property({ type: 'integer', default: 0 }) troubles!: number;
  @Property({ type: 'datetime', length: 3, nullable: true }) troubledAt!: Date | null;

  /** The provider restricts the number for what was sent from it; stays until a manager has seen it. */
  @Property({ type: 'json', nullable: true }) warning!: ConnectionNotice | null;
  @Property({ type: 'datetime', length: 3, nullable: true }) warnedAt!: Date | null;

  @Property({ type: 'datetime', length: 3, nullable: true })
  lastInboundAt!: Date | null;

  @Property({ type: 'datetime', length: 3, nullable: true })
  deletedAt!: Date | null;
}
